" SPDX-License-Identifier: MIT
" Run by tests/editors.test in Vim, with ALE, editors/vim/cfglint.vim and the child config open.
function! Told(name, why) abort
  call writefile([empty(a:why) ? 'ok ' . a:name : 'not ok ' . a:name . ' ' . a:why], '/dev/stdout', 'a')
endfunction

function! Found() abort
  let l:all = get(get(g:ale_buffer_info, bufnr(''), {}), 'loclist', [])
  return map(copy(l:all), {_, e -> e.code . ' ' . e.lnum . ' ' . getline(e.lnum)[e.col - 1 : e.end_col - 1]})
endfunction

function! Becomes(name, want) abort
  for l:i in range(300)
    if Found() ==# a:want | break | endif
    sleep 50m
  endfor
  call Told(a:name, Found() ==# a:want ? '' : 'found: ' . string(Found()) . ', not: ' . string(a:want))
endfunction

call ale#Queue(0)
call Becomes('vim_finding_behind_wide_characters', ['DAT002 2 True'])
ALEFix cfglint
for s:i in range(300)
  if join(getline(1, '$'), "\n") ==# $FIXED | break | endif
  sleep 50m
endfor
call Told('vim_fix', join(getline(1, '$'), "\n") ==# $FIXED ? '' : 'the text is now: ' . join(getline(1, '$'), ' / '))
call ale#Queue(0)
call Becomes('vim_finding_gone_after_fix', [])
qall!
