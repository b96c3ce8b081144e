// SPDX-License-Identifier: GPL-2.0
// Finding and filling elements. Names of functions and tasks come from the traced
// machine and may contain any characters: they are always set as text, never as markup.

/** The element of page.html with this id. */
export function byId<T extends Element = HTMLElement>(id: string): T {
	const found = document.getElementById(id);
	if (!found)
		throw new Error(`page.html has no element #${id}`);
	return found as unknown as T;
}

type Attributes = Record<string, string | number | boolean>;

/** A new element; a boolean attribute is set empty or left out. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {},
	...children: (Node | string)[]): HTMLElementTagNameMap[K] {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (value !== false)
			made.setAttribute(name, value === true ? '' : String(value));
	}
	made.append(...children);
	return made;
}

/** Sets the text only if it differs, so that live data do not redraw unchanged text. */
export function setText(element: Element, text: string): void {
	if (element.textContent !== text)
		element.textContent = text;
}

/** Calls back with the width of the element, now and whenever it changes. */
export function onWidth(element: Element, callback: (width: number) => void): void {
	let last = -1;
	new ResizeObserver(([entry]) => {
		const width = Math.floor(entry!.contentRect.width);
		if (width === last || width === 0)
			return;
		last = width;
		callback(width);
	}).observe(element);
}

const measure = document.createElement('canvas').getContext('2d')!;

export function textWidth(text: string, font: string): number {
	measure.font = font;
	return measure.measureText(text).width;
}

/** The text, shortened in its middle to fit: both ends of a name are useful. */
export function fitText(text: string, width: number, font: string): string {
	if (text.length < width && textWidth(text, font) <= width)
		return text;
	let low = 0;
	let high = Math.min(text.length - 1, Math.floor(width / 3));
	while (low < high) {
		const keep = Math.ceil((low + high) / 2);
		if (textWidth(cutMiddle(text, keep), font) <= width)
			low = keep;
		else
			high = keep - 1;
	}
	return low < 2 ? '' : cutMiddle(text, low);
}

function cutMiddle(text: string, keep: number): string {
	const head = Math.ceil(keep * 0.6);
	return `${text.slice(0, head)}…${text.slice(text.length - (keep - head))}`;
}
