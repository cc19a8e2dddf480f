// SPDX-License-Identifier: MIT
// The page of an effective config: a tree of what the server tells. Everything is put in as text: configs may come from anybody.
const host = acquireVsCodeApi();
const [main, filter, own, problem] = ['tree', 'filter', 'own', 'problem'].map(id => document.getElementById(id));
const closed = new Set();

function put(parent, name, kind, text) {
	const x = document.createElement(name);
	x.className = kind;
	x.textContent = text;
	parent.append(x);
	return x;
}

function putPlace(parent, node) {
	if (!node.at) return;
	const link = put(parent, 'a', 'place', `${node.file}:${node.line}`);
	link.href = '#';
	link.title = node.own ? 'this file sets it' : 'a base sets it';
	link.addEventListener('click', e => (e.preventDefault(), host.postMessage({ open: node.at })));
}

function make(node, path, list) {
	const key = list ? `[${node.key}]` : node.key;
	const whole = list ? path + key : path ? `${path}.${key}` : key;
	if (!node.kids) {
		const leaf = document.createElement('div');
		leaf.className = node.own ? 'leaf own' : 'leaf';
		leaf.dataset.text = `${whole} = ${node.value} ${node.file ?? ''}`.toLowerCase();
		put(leaf, 'span', 'key', key);
		leaf.append(' = ');
		put(leaf, 'span', 'value', node.value);
		if (node.was !== undefined) put(put(leaf, 'span', 'was', '  was '), 's', '', node.was);
		putPlace(leaf, node);
		return leaf;
	}
	const group = document.createElement('details');
	const head = put(group, 'summary', '', '');
	group.open = !closed.has(whole);
	group.addEventListener('toggle', () => (group.open ? closed.delete(whole) : closed.add(whole)));
	put(head, 'span', 'key', key);
	put(head, 'span', 'count', `  ${node.brackets[0]}${node.kids.length}${node.brackets[1]}`);
	for (const kid of node.kids) group.append(make(kid, whole, node.brackets !== '{}'));
	return group;
}

/** Leaves that hold all words; groups in which there are some. */
function sift() {
	const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
	for (const leaf of main.querySelectorAll('.leaf')) leaf.classList.toggle('hidden', (own.checked && !leaf.classList.contains('own')) || !words.every(word => leaf.dataset.text.includes(word)));
	const all = words.length === 0 && !own.checked;
	for (const group of main.querySelectorAll('details')) group.classList.toggle('hidden', !all && !group.querySelector('.leaf:not(.hidden)'));
}

window.addEventListener('message', ({ data }) => {
	problem.textContent = data.problem ?? (data.tree.more ? `${data.tree.more} more keys are left out` : '');
	if (!data.tree) return;
	const at = window.scrollY;
	main.replaceChildren(...data.tree.kids.map(kid => make(kid, '', false)));
	sift();
	window.scrollTo(0, at);
});
filter.addEventListener('input', sift);
own.addEventListener('change', sift);
host.postMessage({ ready: true });
