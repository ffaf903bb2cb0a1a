-- Drives `igata lsp` with Neovim 0.7 or later, in the folder that Tests/Builds/editors prepares:
--   nvim --headless -u NONE -i NONE -c 'luafile nvim.lua'
-- Prints a line for each check, and 'done' at the end.
vim.g.igata_program = os.getenv('IGATA')
vim.opt.runtimepath:prepend(os.getenv('EDITORS') .. '/vim')
dofile(os.getenv('EDITORS') .. '/neovim/igata.lua')
local folder = vim.loop.cwd()

local function check(name, ok, detail)
  io.stdout:write((ok and 'ok   ' or 'FAIL ') .. name .. (ok and '' or ': ' .. vim.inspect(detail)) .. '\n')
end

local function finish()
  io.stdout:write('done\n')
  io.stdout:flush()
  vim.cmd('qa!')
end

-- The settings start the server when a schema is opened.
local function open(name)
  vim.cmd('edit ' .. name)
  return vim.api.nvim_get_current_buf()
end

local function ask(buffer, method, parameters)
  local answers = vim.lsp.buf_request_sync(buffer, method, parameters, 5000) or {}
  for _, answer in pairs(answers) do return answer.result, answer.err or answer.error end
end

local function at(buffer, line, column)
  vim.api.nvim_set_current_buf(buffer)
  vim.api.nvim_win_set_cursor(0, { line, column })
  return vim.lsp.util.make_position_params(0, 'utf-16')
end

local ok, fault = pcall(function()
  local account = open('account.igata')
  check('the server starts', vim.wait(5000, function()
    return #vim.diagnostic.get(account) == 1
  end), vim.diagnostic.get(account))

  local client = vim.lsp.get_active_clients()[1].id
  -- Neovim has columns in bytes: the name stands behind two ideographs, an emoji and a combining mark.
  local diagnostic = vim.diagnostic.get(account)[1] or {}
  local line = vim.api.nvim_buf_get_lines(account, diagnostic.lnum or 0, (diagnostic.lnum or 0) + 1, false)[1] or ''
  check('an error is at its column', line:sub((diagnostic.col or 0) + 1, diagnostic.end_col) == 'Persn', diagnostic)

  local actions = ask(account, 'textDocument/codeAction', {
    textDocument = { uri = vim.uri_from_bufnr(account) },
    range = { start = { line = diagnostic.lnum, character = 30 }, ['end'] = { line = diagnostic.lnum, character = 30 } },
    context = { diagnostics = {} },
  }) or {}
  local fix
  for _, action in ipairs(actions) do
    if action.title:find("'Person'", 1, true) then fix = action end
  end
  check('a fix is offered', fix ~= nil, actions)
  if fix then vim.lsp.util.apply_workspace_edit(fix.edit, 'utf-16') end
  check('the fix mends the error', vim.wait(5000, function() return #vim.diagnostic.get(account) == 0 end),
    vim.diagnostic.get(account))

  local number = diagnostic.lnum + 1
  local fixed = vim.api.nvim_buf_get_lines(account, number - 1, number, false)[1]
  local column = (fixed:find('Person', 1, true) or 1) - 1
  local definition = ask(account, 'textDocument/definition', at(account, number, column)) or {}
  check('a definition in another file is found',
    definition[1] and definition[1].uri == vim.uri_from_fname(folder .. '/person.igata'), definition)

  local hover = ask(account, 'textDocument/hover', at(account, number, column)) or {}
  check('a name is explained', hover.contents and hover.contents.value:find('model Person', 1, true), hover)

  vim.api.nvim_buf_set_lines(account, number, number, false, { '  /* 口座 😀 */ other: Per' })
  local items = ask(account, 'textDocument/completion', at(account, number + 1, #'  /* 口座 😀 */ other: Per')) or {}
  local item
  for _, entry in ipairs(items) do if entry.label == 'Person' then item = entry end end
  check('a type is completed', item ~= nil, items)
  if item then vim.lsp.util.apply_text_edits({ item.textEdit }, account, 'utf-16') end
  local completed = vim.api.nvim_buf_get_lines(account, number, number + 1, false)[1]
  check('the word is replaced', completed == '  /* 口座 😀 */ other: Person', completed)
  vim.api.nvim_buf_set_lines(account, number, number + 1, false, {})

  vim.api.nvim_buf_set_lines(account, number, number, false, { '      note:   String' })
  local edits = ask(account, 'textDocument/formatting', {
    textDocument = { uri = vim.uri_from_bufnr(account) }, options = { tabSize = 2, insertSpaces = true } }) or {}
  vim.lsp.util.apply_text_edits(edits, account, 'utf-16')
  local formatted = vim.api.nvim_buf_get_lines(account, number, number + 1, false)[1]
  check('the layout is corrected', formatted == '  note: String', { formatted, edits })

  local parameters = at(account, number, column)
  parameters.newName = 'Owner'
  local edit, refusal = ask(account, 'textDocument/rename', parameters)
  check('a rename is answered', edit ~= nil, refusal)
  if edit then vim.lsp.util.apply_workspace_edit(edit, 'utf-16') end
  vim.cmd('silent wall')
  local person = table.concat(vim.fn.readfile('person.igata'), '\n')
  check('a rename changes files on disk', person:find('model Owner', 1, true), person)
  -- This release doesn't tell the server about files that aren't open.
  check('and leaves no error', vim.wait(5000, function() return #vim.diagnostic.get() == 0 end), vim.diagnostic.get())

  vim.lsp.get_client_by_id(client).rpc.handle:kill(9)
  vim.wait(3000, function() return vim.lsp.client_is_stopped(client) end)
  vim.api.nvim_set_current_buf(account)
  vim.cmd('edit!')
  vim.wait(5000, function()
    local second = vim.lsp.get_active_clients()[1]
    return second and second.id ~= client and second.initialized
  end)
  local symbols = ask(account, 'textDocument/documentSymbol', { textDocument = { uri = vim.uri_from_bufnr(account) } })
  check('a killed server starts again', symbols and #symbols > 0, symbols)
end)
check('no error in the script', ok, fault)
finish()
