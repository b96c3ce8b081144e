// SPDX-License-Identifier: GPL-2.0
// Dark and light: the setting of the system, until the button is used.

import { byId, setText } from './dom';

type Theme = 'dark' | 'light';

const KEY = 'fdd-theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners: (() => void)[] = [];

export function onThemeChange(listener: () => void): void {
	listeners.push(listener);
}

/** A page opened from a file may have no storage, or refuse it. */
function stored(): Theme | null {
	try {
		const value = localStorage.getItem(KEY);
		return value === 'dark' || value === 'light' ? value : null;
	} catch {
		return null;
	}
}

function store(theme: Theme): void {
	try {
		localStorage.setItem(KEY, theme);
	} catch {
		// the choice is then lost with the page
	}
}

function apply(theme: Theme): void {
	document.documentElement.dataset['theme'] = theme;
	setText(byId('theme'), theme === 'dark' ? 'Light' : 'Dark');
	byId('theme').setAttribute('aria-label', theme === 'dark' ?
		'Switch to light colours' : 'Switch to dark colours');
	for (const listener of listeners)
		listener();
}

export function startTheme(): void {
	let chosen = stored();
	const current = (): Theme => chosen ?? (system.matches ? 'dark' : 'light');
	byId('theme').addEventListener('click', () => {
		chosen = current() === 'dark' ? 'light' : 'dark';
		store(chosen);
		apply(chosen);
	});
	system.addEventListener('change', () => apply(current()));
	apply(current());
}
