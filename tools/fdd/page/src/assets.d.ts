// SPDX-License-Identifier: GPL-2.0
// Text files that the bundler puts into the script.
declare module '*.txt' {
	const text: string;
	export default text;
}
