// SPDX-License-Identifier: MIT
// matcher.js FILE <LINES: the problems that .github/cfglint-matcher.json (FILE) sees in lines, as JSON, by the rules of VS Code's matchers.
const { readFileSync } = require('fs');
const { parseProblemMatchersJson } = require('@rushstack/problem-matcher');

const rows = JSON.parse(readFileSync(process.argv[2], 'utf8')).problemMatcher;
const matchers = parseProblemMatchersJson(rows.map((row) => ({ ...row, name: row.owner })));
const problems = readFileSync(0, 'utf8').split('\n').map((line) => matchers.map((m) => m.exec(line + '\n') || m.exec(line)).filter(Boolean));
console.log(JSON.stringify(problems.filter((found) => found.length)));
