/** Reads the pages of the handbook, the Markdown files in `src/handbook`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MarkedToken, marked, type Token, type Tokens } from 'marked'
import { inProject } from '@/build/project'

export const HANDBOOK = inProject('src', 'handbook')
/** The page that lists all others. Forges show it as the page of the folder. */
export const CONTENTS = 'README'

/** A page: its topic (the file name without `.md`), its title, and its Markdown without title and comments. */
export interface HandbookPage {
  topic: string
  title: string
  text: string
}

/** A group of topics in the table of contents. */
export interface TopicGroup {
  title: string
  topics: { topic: string; title: string; summary: string }[]
}

/** Comments mark generated parts, and blocks of commands for the test that runs them. Readers need neither. */
const COMMENT = /<!--[\s\S]*?-->\n?/g

/** Parses a page. @throws Error when it does not begin with a title */
export function parsePage(topic: string, source: string): HandbookPage {
  const [, title, text] = /^# (.+)\n([\s\S]*)$/.exec(source.replace(COMMENT, '')) ?? []
  if (!title || text === undefined) throw new Error(`${topic}.md does not begin with a title.`)
  return { topic, title, text: text.trim() }
}

/** Reads all pages, including the table of contents, sorted by topic. */
export const readPages = (folder = HANDBOOK): HandbookPage[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) =>
      parsePage(name.slice(0, -'.md'.length), readFileSync(join(folder, name), 'utf8')),
    )

/** Parses Markdown to tokens of the kinds that `marked` defines. */
export const parseMarkdown = (text: string): MarkedToken[] => asMarked(marked.lexer(text))

/** There are no extensions, so there are no other kinds of tokens. */
export const asMarked = (tokens: readonly Token[] = []): MarkedToken[] => tokens as MarkedToken[]

/** Reads the groups of the table of contents: a heading each, and a list of links, each followed by a summary. */
export function readGroups(contents: HandbookPage): TopicGroup[] {
  const groups: TopicGroup[] = []
  for (const token of parseMarkdown(contents.text)) {
    if (token.type === 'heading') groups.push({ title: token.text, topics: [] })
    if (token.type === 'list') groups.at(-1)?.topics.push(...token.items.map(readTopic))
  }
  return groups
}

function readTopic(item: Tokens.ListItem): TopicGroup['topics'][number] {
  const [, title, topic, summary] = /^\[(.+?)\]\((.+?)\.md\): ([\s\S]+)$/.exec(item.text) ?? []
  if (!title || !topic || !summary) throw new Error(`This is no link with a summary: ${item.text}`)
  return { topic, title, summary: summary.replaceAll('\n', ' ') }
}

/** Returns a function that derives the anchors of a page's headings as GitHub does. */
export function createAnchors(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const plain = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-')
    const count = used.get(plain) ?? 0
    used.set(plain, count + 1)
    return count === 0 ? plain : `${plain}-${count}`
  }
}

/** A link of a page: to another page, to a file of the repository, or to another site. */
export type HandbookTarget =
  | { kind: 'page'; topic: string; anchor: string }
  | { kind: 'file'; path: string }
  | { kind: 'web'; url: string }

/** Resolves a link in a page. A page links to others as `mail.md#anchor`, to itself as `#anchor`, to files as `../../x`. */
export function resolveLink(page: string, href: string): HandbookTarget {
  if (/^https?:/.test(href)) return { kind: 'web', url: href }
  const [path = '', anchor = ''] = href.split('#')
  if (path === '') return { kind: 'page', topic: page, anchor }
  const [, topic] = /^([\w-]+)\.md$/.exec(path) ?? []
  return topic ? { kind: 'page', topic, anchor } : { kind: 'file', path }
}
