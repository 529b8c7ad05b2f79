/** Converts a page of the handbook to a tree of elements, which the web UI renders without parsing Markdown or HTML. */
import type { MarkedToken, Token, Tokens } from 'marked'
import {
  asMarked,
  createAnchors,
  type HandbookPage,
  parseMarkdown,
  resolveLink,
} from './read-pages'

/**
 * A text, or an element: its tag, its attributes, its children. The attributes are `id` of a heading, `topic` and
 * `anchor` of a link to a page, and `href` of a link to another site.
 */
export type PageNode = string | [tag: string, attributes: Attributes, ...children: PageNode[]]
type Attributes = Record<string, string>

/** A page as the web UI receives it. */
export interface PageTree {
  title: string
  nodes: PageNode[]
}

interface Scope {
  topic: string
  anchorOf: (heading: string) => string
}

/** @throws Error when the page contains HTML, which the web UI would not render */
export function toPageTree({ topic, title, text }: HandbookPage): PageTree {
  const anchorOf = createAnchors()
  anchorOf(title)
  return { title, nodes: convertAll(parseMarkdown(text), { topic, anchorOf }) }
}

const convertAll = (tokens: readonly Token[] | undefined, scope: Scope): PageNode[] =>
  asMarked(tokens).flatMap((token) => convert(token, scope))

const WRAPPERS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  strong: 'strong',
  em: 'em',
  blockquote: 'blockquote',
}

function convert(token: MarkedToken, scope: Scope): PageNode[] {
  const wrapper = WRAPPERS[token.type]
  if (wrapper && 'tokens' in token) return [[wrapper, {}, ...convertAll(token.tokens, scope)]]
  switch (token.type) {
    case 'space':
      return []
    case 'text':
      return 'tokens' in token && token.tokens ? convertAll(token.tokens, scope) : [token.text]
    case 'escape':
      return [token.text]
    case 'br':
      return [['br', {}]]
    case 'codespan':
      return [['code', {}, token.text]]
    case 'code':
      return [['pre', {}, ['code', {}, token.text]]]
    case 'heading':
      return [convertHeading(token, scope)]
    case 'list':
      return [convertList(token, scope)]
    case 'table':
      return [convertTable(token, scope)]
    case 'link':
      return convertLink(token, scope)
    default:
      throw new Error(`${scope.topic}.md contains ${token.type}: ${token.raw.slice(0, 80)}`)
  }
}

const convertHeading = ({ depth, text, tokens }: Tokens.Heading, scope: Scope): PageNode => [
  `h${depth}`,
  { id: scope.anchorOf(plainText(tokens, text)) },
  ...convertAll(tokens, scope),
]

/** The text of a heading without its markup, from which its anchor is derived. */
export const plainText = (tokens: readonly Token[], fallback: string): string =>
  tokens.length === 0
    ? fallback
    : asMarked(tokens)
        .map((token) =>
          'tokens' in token && token.tokens
            ? plainText(token.tokens, '')
            : 'text' in token
              ? token.text
              : '',
        )
        .join('')

const convertList = ({ ordered, items }: Tokens.List, scope: Scope): PageNode => [
  ordered ? 'ol' : 'ul',
  {},
  ...items.map((item): PageNode => ['li', {}, ...convertAll(item.tokens, scope)]),
]

function convertTable({ header, rows }: Tokens.Table, scope: Scope): PageNode {
  const row = (tag: 'th' | 'td', cells: readonly Tokens.TableCell[]): PageNode => [
    'tr',
    {},
    ...cells.map((cell): PageNode => [tag, {}, ...convertAll(cell.tokens, scope)]),
  ]
  return [
    'table',
    {},
    ['thead', {}, row('th', header)],
    ['tbody', {}, ...rows.map((cells) => row('td', cells))],
  ]
}

/** A link to a file of the repository becomes plain text, because readers of the web UI do not have it. */
function convertLink({ href, tokens }: Tokens.Link, scope: Scope): PageNode[] {
  const children = convertAll(tokens, scope)
  const target = resolveLink(scope.topic, href)
  if (target.kind === 'file') return children
  if (target.kind === 'web') return [['a', { href: target.url }, ...children]]
  const { topic, anchor } = target
  return [['a', { topic, ...(anchor && { anchor }) }, ...children]]
}
