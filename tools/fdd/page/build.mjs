// SPDX-License-Identifier: GPL-2.0
// Bundles src/, style.css and page.html into one file, dist/page.html, and collects
// the licences of the libraries that are in it. The same sources and the same
// package-lock.json give the same bytes.
//
// usage: node build.mjs [output directory]	(run by make, in build/page)

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';

const output = process.argv[2] ?? 'dist';
const TARGET = ['chrome109', 'firefox115', 'safari16.4'];

async function bundleScript() {
	const result = await build({
		entryPoints: ['src/main.ts'],
		bundle: true,
		minify: true,
		write: false,
		metafile: true,
		format: 'iife',
		charset: 'ascii',
		target: TARGET,
		legalComments: 'none',
		loader: { '.txt': 'text' },
	});
	return { code: result.outputFiles[0].text.trim(), inputs: Object.keys(result.metafile.inputs) };
}

async function minifyStyle() {
	const source = readFileSync('style.css', 'utf8');
	const result = await transform(source, { loader: 'css', minify: true, target: TARGET });
	return result.code.trim();
}

/** The packages that the script is made of, sorted by name. */
function packagesOf(inputs) {
	const names = inputs.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
	return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** "name version (licence)" and the licence's text, as its package has it. */
function noticeOf(name) {
	const directory = join('node_modules', name);
	const { version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
	const file = readdirSync(directory).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
	if (!file)
		throw new Error(`${directory} has no licence text, so it cannot be bundled`);
	const text = readFileSync(join(directory, file), 'utf8').trim();
	return `${name} ${version} (${license})\n\n${text}\n`;
}

/** Nothing in a comment may end it. */
function asComment(text) {
	return `<!--\nThis page holds these libraries:\n\n${text.replaceAll('--', '- -')}-->`;
}

function hashOf(text) {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Only this very script and style; nothing from elsewhere; data from where the page is from. */
function policy(script, style) {
	return ["default-src 'none'", `script-src ${hashOf(script)}`, `style-src ${hashOf(style)}`,
		"connect-src 'self'", 'img-src data:', "base-uri 'none'", "form-action 'none'",
		"require-trusted-types-for 'script'", "trusted-types 'none'"].join('; ');
}

function fill(template, parts) {
	let page = template;
	for (const [marker, text] of Object.entries(parts)) {
		const halves = page.split(`<!--${marker}-->`);
		if (halves.length !== 2)
			throw new Error(`page.html must have the marker <!--${marker}--> once`);
		page = halves.join(text);
	}
	return page;
}

const [script, style] = await Promise.all([bundleScript(), minifyStyle()]);
const notices = packagesOf(script.inputs).map(noticeOf).join(`\n${'-'.repeat(72)}\n\n`);
const page = fill(readFileSync('page.html', 'utf8'), {
	NOTICES: asComment(notices),
	POLICY: policy(script.code, style),
	STYLE: style,
	SCRIPT: script.code,
});
if (page.split('<!--FDD-DATA-->').length !== 2)
	throw new Error('the page must have the marker <!--FDD-DATA--> once');
mkdirSync(output, { recursive: true });
writeFileSync(join(output, 'page.html'), page);
writeFileSync(join(output, 'LICENSES'), notices);
console.log(`${join(output, 'page.html')}: ${Math.round(page.length / 1024)} KiB`);
