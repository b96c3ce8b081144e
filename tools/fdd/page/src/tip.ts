// SPDX-License-Identifier: GPL-2.0
// The small box next to the pointer.

import { byId, setText } from './dom';

const tip = byId('tip');

export function showTip(event: MouseEvent, text: string): void {
	tip.hidden = false;
	setText(tip, text);
	const right = document.documentElement.clientWidth - tip.offsetWidth - 8;
	const below = event.clientY + 20;
	const fits = below + tip.offsetHeight < window.innerHeight;
	const top = fits ? below : event.clientY - tip.offsetHeight - 10;
	tip.style.setProperty('left', `${Math.max(0, Math.min(event.clientX + 12, right))}px`);
	tip.style.setProperty('top', `${Math.max(0, top)}px`);
}

export function hideTip(): void {
	tip.hidden = true;
}
