import { type MarkedToken, marked, type Token, type Tokens } from 'marked'

const CODE_INDENT = 4

/** There are no extensions, so there are no other kinds of tokens. */
const asMarked = (tokens: readonly Token[] = []): MarkedToken[] => tokens as MarkedToken[]

/** Formats Markdown as plain text with lines of up to `width` characters. Code and narrow tables are not wrapped. */
export const formatMarkdown = (text: string, width: number): string =>
  formatBlocks(marked.lexer(text), width).join('\n\n')

const formatBlocks = (tokens: readonly Token[], width: number): string[] =>
  asMarked(tokens)
    .map((token) => formatBlock(token, width))
    .filter((block) => block !== '')

function formatBlock(token: MarkedToken, width: number): string {
  switch (token.type) {
    case 'space':
      return ''
    case 'heading':
      return underline(formatInline(token.tokens), token.depth)
    case 'code':
      return indent(token.text, CODE_INDENT)
    case 'list':
      return formatList(token, width)
    case 'table':
      return formatTable(token, width)
    case 'blockquote':
      return indent(formatBlocks(token.tokens, width - 2).join('\n\n'), 2)
    default:
      return wrap('tokens' in token ? formatInline(token.tokens) : token.raw, width)
  }
}

function underline(heading: string, depth: number): string {
  const line = depth === 1 ? '=' : depth === 2 ? '-' : ''
  return line === '' ? heading : `${heading}\n${line.repeat(Bun.stringWidth(heading))}`
}

function formatList({ ordered, start, items, loose }: Tokens.List, width: number): string {
  const first = typeof start === 'number' ? start : 1
  return items
    .map((item, index) => {
      const mark = ordered ? `${first + index}. ` : '- '
      const blocks = formatBlocks(item.tokens, width - mark.length)
      return mark + indent(blocks.join(loose ? '\n\n' : '\n'), mark.length).trimStart()
    })
    .join(loose ? '\n\n' : '\n')
}

/** Formats a table in columns if it fits, otherwise as a list: the first cell, and the others indented below it. */
function formatTable({ header, rows }: Tokens.Table, width: number): string {
  const heads = header.map(({ tokens }) => formatInline(tokens))
  const cells = rows.map((row) => row.map(({ tokens }) => formatInline(tokens)))
  const all = heads.some((head) => head !== '') ? [heads, ...cells] : cells
  const widths = heads.map((_, column) =>
    Math.max(...all.map((row) => Bun.stringWidth(row[column] ?? ''))),
  )
  const total = widths.reduce((sum, one) => sum + one + 2, -2)
  if (total <= width) return all.map((row) => alignRow(row, widths)).join('\n')
  return cells.map((row) => formatRow(row, heads, width)).join('\n\n')
}

const alignRow = (row: readonly string[], widths: readonly number[]) =>
  row
    .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell)))
    .join('  ')
    .trimEnd()

function formatRow([first = '', ...others]: string[], heads: string[], width: number): string {
  const lines = others.map((cell, index) => {
    const head = others.length > 1 && heads[index + 1] ? `${heads[index + 1]}: ` : ''
    return cell === '' ? '' : indent(wrap(head + cell, width - CODE_INDENT), CODE_INDENT)
  })
  return [wrap(first, width), ...lines.filter((line) => line !== '')].join('\n')
}

/** Formats text without line breaks, and with the target of each link that leads out of the page. */
const formatInline = (tokens: readonly Token[] | undefined): string =>
  asMarked(tokens)
    .map((token) => {
      if (token.type === 'codespan') return `\`${token.text}\``
      if (token.type === 'link') return formatLink(token)
      if (token.type === 'br') return ' '
      if ('tokens' in token && token.tokens) return formatInline(token.tokens)
      return 'text' in token ? token.text.replaceAll('\n', ' ') : ''
    })
    .join('')

function formatLink({ href, tokens }: Tokens.Link): string {
  const text = formatInline(tokens)
  const [, topic] = /^([\w-]+)\.md(?:#|$)/.exec(href) ?? []
  if (topic) return `${text} (milepost help ${topic})`
  return /^https?:/.test(href) && text !== href ? `${text} <${href}>` : text
}

const indent = (text: string, by: number): string => text.replace(/^(?=.)/gm, ' '.repeat(by))

function wrap(text: string, width: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && Bun.stringWidth(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].join('\n')
}
