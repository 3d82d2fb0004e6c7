-- OpenWrt's module `uci`, as far as the programs of openwisp-config use it. A cursor keeps each package as it has read it,
-- whatever happens to the file since; changes are written by a commit.
local uci, Cursor = {}, {}
Cursor.__index = Cursor

function uci.cursor(folder) return setmetatable({folder = folder or '/etc/config', packages = {}}, Cursor) end

-- The words of a line, which may be quoted; nil when a quote has no end.
local function words(line)
  local list, word, quote, escaped = {}, nil, nil, false
  for at = 1, #line do
    local char = line:sub(at, at)
    if escaped then
      word, escaped = (word or '') .. char, false
    elseif quote then
      if char == quote then quote = nil else word = word .. char end
    elseif char == '\\' then
      escaped = true
    elseif char == "'" or char == '"' then
      quote, word = char, word or ''
    elseif char:match('%s') then
      if word then list[#list + 1], word = word, nil end
    elseif char == '#' and not word then
      break
    else
      word = (word or '') .. char
    end
  end
  if quote then return nil end
  if word then list[#list + 1] = word end
  return list
end

-- Adds what a line says to a list of sections; false for a line that is none of UCI.
local function add_line(sections, line)
  local said = words(line)
  if not said then return false end
  local kind, name, value = said[1], said[2], said[3]
  local section = sections[#sections]
  if not kind or (kind == 'package' and name) then return true end
  if kind == 'config' and name then
    local made = {['.type'] = name, ['.anonymous'] = value == nil, ['.index'] = #sections}
    made['.name'] = value or string.format('cfg%04x', #sections)
    sections[#sections + 1] = made
  elseif kind == 'option' and section and value then
    section[name] = value
  elseif kind == 'list' and section and value then
    if type(section[name]) ~= 'table' then section[name] = {} end
    table.insert(section[name], value)
  else
    return false
  end
  return true
end

-- The sections of a package; nil without a file, and for a file that is none of UCI.
function Cursor:load(package)
  if self.packages[package] then return self.packages[package] end
  local file = io.open(self.folder .. '/' .. package)
  if not file then return nil end
  local sections = {}
  for line in file:lines() do
    if not add_line(sections, line) then
      file:close()
      return nil
    end
  end
  file:close()
  self.packages[package] = sections
  return sections
end

-- A section by its name, or as `@type[number]`, and its place.
local function find(sections, name)
  local kind, number = name:match('^@(.-)%[(%d+)%]$')
  local seen = 0
  for place, section in ipairs(sections or {}) do
    if section['.name'] == name then return section, place end
    if kind and section['.type'] == kind then
      if seen == tonumber(number) then return section, place end
      seen = seen + 1
    end
  end
end

local function copy(section)
  local made = {}
  for key, value in pairs(section) do made[key] = value end
  return made
end

function Cursor:get_all(package, name)
  local sections = self:load(package)
  if not sections then return nil end
  if name then
    local section = find(sections, name)
    return section and copy(section)
  end
  local all = {}
  for _, section in ipairs(sections) do all[section['.name']] = copy(section) end
  return all
end

function Cursor:get(package, name, option)
  local section = find(self:load(package), name)
  return section and section[option or '.type']
end

function Cursor:foreach(package, kind, visit)
  local seen = {}
  for _, section in ipairs(self:load(package) or {}) do seen[#seen + 1] = copy(section) end
  for _, section in ipairs(seen) do if not kind or section['.type'] == kind then visit(section) end end
end

function Cursor:add(package, kind)
  local sections = self:load(package)
  if not sections then return nil end
  local name = string.format('cfg%04x', #sections)
  sections[#sections + 1] = {['.type'] = kind, ['.name'] = name, ['.anonymous'] = true, ['.index'] = #sections}
  return name
end

-- set(package, name, type) or set(package, name, option, value)
function Cursor:set(package, name, option, value)
  local sections = self:load(package)
  if not sections then return false end
  local section = find(sections, name)
  if value ~= nil then
    if not section then return false end
    section[option] = value ~= '' and value or nil
  elseif section then
    section['.type'] = option
  else
    sections[#sections + 1] = {['.type'] = option, ['.name'] = name, ['.anonymous'] = false, ['.index'] = #sections}
  end
  return true
end

function Cursor:delete(package, name, option)
  local sections = self:load(package)
  local section, place = find(sections, name)
  if not section then return false end
  if option then section[option] = nil else table.remove(sections, place) end
  return true
end

function Cursor:reorder(package, name, index)
  local sections = self:load(package)
  local section, place = find(sections, name)
  if not section then return false end
  table.remove(sections, place)
  table.insert(sections, math.min(index, #sections) + 1, section)
  return true
end

local function quoted(value) return "'" .. tostring(value):gsub("'", "'\\''") .. "'" end

local function options_of(section)
  local names = {}
  for name in pairs(section) do if name:sub(1, 1) ~= '.' then names[#names + 1] = name end end
  table.sort(names)
  return names
end

function Cursor:commit(package)
  local sections = self:load(package)
  if not sections then return false end
  local file = assert(io.open(self.folder .. '/' .. package, 'w'))
  for _, section in ipairs(sections) do
    local name = section['.anonymous'] and '' or ' ' .. quoted(section['.name'])
    file:write('config ' .. section['.type'] .. name .. '\n')
    for _, option in ipairs(options_of(section)) do
      local value = section[option]
      local list = type(value) == 'table'
      for _, item in ipairs(list and value or {value}) do
        file:write('\t' .. (list and 'list ' or 'option ') .. option .. ' ' .. quoted(item) .. '\n')
      end
    end
    file:write('\n')
  end
  file:close()
  return true
end

-- The lines of `uci show`.
function Cursor:shown(package)
  local lines = {}
  for _, section in ipairs(self:load(package) or {}) do
    local place = package .. '.' .. section['.name']
    lines[#lines + 1] = place .. '=' .. section['.type']
    for _, option in ipairs(options_of(section)) do
      local items = {}
      local value = section[option]
      for _, item in ipairs(type(value) == 'table' and value or {value}) do items[#items + 1] = quoted(item) end
      lines[#lines + 1] = place .. '.' .. option .. '=' .. table.concat(items, ' ')
    end
  end
  return lines
end

return uci
