-- SPDX-License-Identifier: MIT
-- cfglint in Neovim 0.7 and later: findings, fixes, hover, links to bases; one server for each project.
-- :CfglintShow and :CfglintDiff show what the config comes to, and what it makes of its bases.
local options = vim.g.cfglint_options or {} -- as on the command line: { '--gpus', '8', '--cores', '64' }
local program = vim.g.cfglint_path or 'cfglint'
local started = {} -- servers by project; from 0.8 on Neovim keeps them itself

local function project_of(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  for _, mark in ipairs { '.cfglint.yaml', '.git' } do
    local found = vim.fn.findfile(mark, folder .. ';')
    if found ~= '' then return vim.fn.fnamemodify(found, ':p:h') end
    found = vim.fn.finddir(mark, folder .. ';')
    if found ~= '' then return vim.fn.fnamemodify(found, ':p:h:h') end
  end
  return folder
end

local function attach(args)
  local buffer, root = args.buf, project_of(vim.api.nvim_buf_get_name(args.buf))
  local config = { name = 'cfglint', cmd = { program, 'server' }, root_dir = root, init_options = { args = options } }
  if vim.bo[buffer].buftype ~= '' or vim.api.nvim_buf_get_name(buffer) == '' then return end
  if vim.fn.executable(program) == 0 then
    vim.notify_once('cfglint: ' .. program .. ' is not on PATH; set vim.g.cfglint_path to where it is', vim.log.levels.WARN)
    return
  end
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  config.on_exit = function() started[root] = nil end
  started[root] = started[root] or vim.lsp.start_client(config)
  if started[root] then vim.lsp.buf_attach_client(buffer, started[root]) end
end

local function show(filetype)
  return function(err, text) -- each server of the buffer is asked; the others know no such command
    if err or type(text) ~= 'string' then return end
    vim.cmd('new')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, '\n'))
    vim.bo.buftype, vim.bo.bufhidden, vim.bo.modified = 'nofile', 'wipe', false
    vim.bo.filetype = filetype
  end
end

local function ask(command, argument, filetype)
  vim.lsp.buf_request(0, 'workspace/executeCommand', { command = command, arguments = { argument } }, show(filetype))
end

vim.lsp.commands['cfglint.explain'] = function(command) ask('cfglint.explain', command.arguments[1], 'markdown') end
vim.api.nvim_create_user_command('CfglintShow', function() ask('cfglint.showEffective', vim.uri_from_bufnr(0), 'python') end, {})
vim.api.nvim_create_user_command('CfglintDiff', function() ask('cfglint.diffBase', vim.uri_from_bufnr(0), 'diff') end, {})
vim.api.nvim_create_autocmd('FileType', { pattern = { 'python', 'yaml', 'json', 'sh' }, callback = attach })
