import { createElement, Fragment, type ReactNode, useMemo } from 'react'

/** Allowed tags. Other tags are dropped, but their content is displayed. */
const TAGS = new Set('p span strong em del ul ol li blockquote code pre'.split(' '))
/** Allowed tags without content. */
const EMPTY = new Set(['br', 'hr'])

const MIN = 6

/** Returns the absolute URL of a link to a web page; undefined for other protocols. */
function toWebUrl(href: string | null): string | undefined {
  const url = URL.parse(href ?? '', window.location.href)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

const headingLevel = (tag: string): number => Number(/^h([1-6])$/.exec(tag)?.[1] ?? 0)

/** Returns a function that converts DOM nodes to React nodes and increases heading levels by `shift`. */
function createRenderer(shift: number): (node: Node, key: number) => ReactNode {
  const tagOf = (tag: string) => {
    const level = headingLevel(tag)
    if (level > 0) return `h${Math.min(MIN, level + shift)}`
    return TAGS.has(tag) ? tag : Fragment
  }
  return function draw(node: Node, key: number): ReactNode {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof Element)) return null
    const tag = node.tagName.toLowerCase()
    if (EMPTY.has(tag)) return createElement(tag, { key })
    const children = [...node.childNodes].map(draw)
    const href = tag === 'a' ? toWebUrl(node.getAttribute('href')) : undefined
    if (href) return createElement('a', { key, href, rel: 'noopener noreferrer' }, ...children)
    return createElement(tagOf(tag), { key }, ...children)
  }
}

/**
 * Renders HTML of other users, limited to a few safe tags; of all other tags only the text is displayed. The highest
 * heading becomes level `headings`, below the headings of the page.
 */
export function RichText({ html, headings = 3 }: { html: string; headings?: number }) {
  return useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    const levels = [...body.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ tagName }) =>
      headingLevel(tagName.toLowerCase()),
    )
    const draw = createRenderer(levels.length > 0 ? headings - Math.min(...levels) : 0)
    return [...body.childNodes].map(draw)
  }, [html, headings])
}
