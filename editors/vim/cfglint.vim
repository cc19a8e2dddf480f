" SPDX-License-Identifier: MIT
" cfglint in Vim 8 and later with ALE 3: findings while you type, and `:ALEFix cfglint`, which applies the safe fixes.
" The text goes to the program on standard input. Its language server is not used: ALE 3 takes the protocol's columns, which count
" UTF-16, for bytes, so behind a character that is not ASCII an edit would land in the wrong place.
let g:ale_cfglint_executable = get(g:, 'ale_cfglint_executable', 'cfglint')
let g:ale_cfglint_options = get(g:, 'ale_cfglint_options', '') " as on the command line: '--gpus 8 --cores 64'

function! s:Command(buffer, words) abort
  return '%e ' . a:words . ' --stdin-filename %s --color never ' . ale#Var(a:buffer, 'cfglint_options') . ' -'
endfunction

" cfglint counts characters, ALE bytes.
function! s:Byte(line, column) abort
  return byteidx(a:line, a:column - 1) + 1
endfunction

function! s:Item(buffer, finding) abort
  let l:first = a:finding.location
  let l:last = a:finding.end_location
  let l:item = {'lnum': l:first.row, 'end_lnum': l:last.row, 'code': a:finding.code, 'text': a:finding.message}
  let l:item.type = a:finding.severity ==# 'error' ? 'E' : a:finding.severity ==# 'info' ? 'I' : 'W'
  let l:item.col = s:Byte(join(getbufline(a:buffer, l:first.row)), l:first.column)
  let l:item.end_col = s:Byte(join(getbufline(a:buffer, l:last.row)), l:last.column) - 1
  return l:item
endfunction

" A finding of a base is shown in the base.
function! s:Items(buffer, lines) abort
  let l:file = resolve(fnamemodify(bufname(a:buffer), ':p'))
  let l:found = json_decode(empty(a:lines) ? '[]' : join(a:lines, ''))
  call filter(l:found, {_, f -> type(f.code) is v:t_string && resolve(fnamemodify(f.filename, ':p')) is# l:file})
  return map(l:found, {_, f -> s:Item(a:buffer, f)})
endfunction

function! s:Fix(buffer) abort
  let l:words = s:Command(a:buffer, '--fix-only')
  return {'command': substitute(l:words, '^%e', ale#Escape(ale#Var(a:buffer, 'cfglint_executable')), ''), 'cwd': '%s:h'}
endfunction

call ale#fix#registry#Add('cfglint', expand('<SID>') . 'Fix', ['python', 'yaml', 'json', 'sh'], 'Apply the safe fixes of cfglint')
for s:filetype in ['python', 'yaml', 'json', 'sh']
  call ale#linter#Define(s:filetype, {
  \ 'name': 'cfglint',
  \ 'executable': {b -> ale#Var(b, 'cfglint_executable')},
  \ 'command': {b -> s:Command(b, 'lint --output-format json --quiet')},
  \ 'cwd': '%s:h',
  \ 'callback': function('s:Items'),
  \})
endfor
