import type { PageNode, PageTree } from '@/build/handbook/page-tree'

/** A part of a page: the text from one heading to the next. */
export interface PageSection {
  topic: string
  page: string
  /** Anchor and text of the heading; undefined for the text before the first one. */
  anchor?: string
  heading?: string
  text: string
}

/** A section that contains all searched words, and the text around the first of them. */
export interface FoundSection extends Omit<PageSection, 'text'> {
  excerpt: string
}

const LIMIT = 30
/** Characters of an excerpt before the word that was found, and in total. */
const BEFORE = 60
const LENGTH = 180

/** Returns the text of nodes, without markup. */
export const textOf = (nodes: readonly PageNode[]): string => nodes.map(textOfNode).join('')

function textOfNode(node: PageNode): string {
  if (typeof node === 'string') return node
  const [tag, , ...children] = node
  const isBlock = !['a', 'code', 'strong', 'em'].includes(tag)
  return isBlock ? `${textOf(children)} ` : textOf(children)
}

/** Divides a page at its headings. */
export function sectionsOf(topic: string, { title, nodes }: PageTree): PageSection[] {
  const sections: PageSection[] = [{ topic, page: title, text: '' }]
  for (const node of nodes) {
    const [tag, { id }, ...children] = typeof node === 'string' ? ['', {} as { id?: string }] : node
    const last = sections.at(-1)
    if (id !== undefined && /^h\d$/.test(tag))
      sections.push({ topic, page: title, anchor: id, heading: textOf(children), text: '' })
    else if (last) last.text += textOf([node])
  }
  return sections
}

/** Finds the sections that contain every word, first those whose title or heading does. */
export function searchSections(sections: readonly PageSection[], typed: string): FoundSection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const isIn = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = sections.filter(({ page, heading = '', text }) =>
    isIn(`${page} ${heading} ${text}`),
  )
  const rank = ({ page, heading = '' }: PageSection) =>
    isIn(heading) || (heading === '' && isIn(page)) ? 0 : 1
  return found
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, LIMIT)
    .map(({ text, ...section }) => ({ ...section, excerpt: excerptOf(text, words) }))
}

function excerptOf(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0)
  const start = Math.max(0, Math.min(...places, text.length) - BEFORE)
  const from = places.length === 0 ? 0 : start
  const part = text.slice(from, from + LENGTH).trim()
  return `${from > 0 ? '… ' : ''}${part}${from + LENGTH < text.length ? ' …' : ''}`
}
