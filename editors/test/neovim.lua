-- Neovim as a client of `pzc lsp`, without a screen: diagnostics, hover, definition, completion, renaming over two files,
-- formatting. `make test-editors` runs it. The exit status is 0 if all is as it should be.

local function check(ok, what)
  if not ok then
    io.stderr:write("neovim: " .. what .. "\n")
    vim.cmd("cquit 1")
  end
end

local folder = vim.fn.tempname()
vim.fn.mkdir(folder, "p")
local function write(name, lines)
  vim.fn.writefile(lines, folder .. "/" .. name)
  return folder .. "/" .. name
end
write("data.pz", { "// Breite: ä 😀", "param n: 1..9 = 3" })
local main = write("main.pz", {
  "puzzle Walk",
  'use "data.pz"',
  "state at: 0..n = 0",
  "move go(k: 1..2) when at + k <= n { at := at + k }",
  "goal   at == n",
  'view "ä😀 {att}"',
})

vim.cmd("edit " .. main)
vim.bo.filetype = "pz"
local id = vim.lsp.start_client({ name = "pzc", cmd = { vim.env.PZC or "pzc", "lsp" }, root_dir = folder })
check(id ~= nil, "the server does not start")
vim.lsp.buf_attach_client(0, id)

local function wait(what, condition) check(vim.wait(20000, condition, 20), what) end
local function request(method, line, character, more)
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(),
    position = { line = line, character = character },
  }
  for k, v in pairs(more or {}) do params[k] = v end
  local answer, problem = vim.lsp.buf_request_sync(0, method, params, 20000)
  check(answer and answer[id] and not answer[id].error, method .. ": " .. vim.inspect(problem or answer))
  return answer[id].result
end

wait("no diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
local found = vim.diagnostic.get(0)[1]
check(found.lnum == 5 and found.message:find("unknown name `att`", 1, true), vim.inspect(found))
-- Bytes: v i e w blank " ä(2) 😀(4) blank { — as Neovim counts columns.
check(found.col == 14, "the column is " .. found.col)

local at = request("textDocument/definition", 2, 13)
check(at.uri:match("data%.pz$") and at.range.start.line == 1, vim.inspect(at))
local hover = request("textDocument/hover", 3, 23)
check(hover.contents.value:find("state variable", 1, true), vim.inspect(hover))
local items = request("textDocument/completion", 4, 7).items
local has = false
for _, item in ipairs(items) do has = has or item.label == "forall" end
check(has, "completion knows no forall")

vim.lsp.util.apply_text_edits({ {
  range = { start = { line = 5, character = 11 }, ["end"] = { line = 5, character = 14 } }, newText = "at",
} }, 0, "utf-16")
wait("the finding stays", function() return #vim.diagnostic.get(0) == 0 end)

vim.lsp.util.apply_workspace_edit(request("textDocument/rename", 2, 13, { newName = "width" }), "utf-16")
check(vim.api.nvim_buf_get_lines(0, 2, 3, false)[1] == "state at: 0..width = 0", "the name is not changed here")
local other = vim.api.nvim_buf_get_lines(vim.fn.bufnr("data.pz"), 0, -1, false)
check(other[2] == "param width: 1..9 = 3", "the name is not changed in the other file: " .. vim.inspect(other))

local edits = request("textDocument/formatting", 0, 0, { options = { tabSize = 2, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, 0, "utf-16")
check(vim.api.nvim_buf_get_lines(0, 4, 5, false)[1] == "goal at == width", "not formatted")

vim.lsp.stop_client(id)
print("neovim: all is as it should be")
vim.cmd("qall!")
