import { createElement, Fragment, type ReactNode, useMemo } from 'react'

/** Tags that are drawn; whatever else is in a text appears as what is in it. */
const TAGS = new Set('p span strong em del ul ol li blockquote code pre'.split(' '))
/** Tags without content. */
const EMPTY = new Set(['br', 'hr'])

const LOWEST = 6

/** An address that leads to a web page; anything else is no link. */
function webAddress(href: string | null): string | undefined {
  const url = URL.parse(href ?? '', window.location.href)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

const headingLevel = (tag: string): number => Number(/^h([1-6])$/.exec(tag)?.[1] ?? 0)

/** Draws nodes; headings are moved down by so many levels. */
function drawer(shift: number): (node: Node, key: number) => ReactNode {
  const tagOf = (tag: string) => {
    const level = headingLevel(tag)
    if (level > 0) return `h${Math.min(LOWEST, level + shift)}`
    return TAGS.has(tag) ? tag : Fragment
  }
  return function draw(node: Node, key: number): ReactNode {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof Element)) return null
    const tag = node.tagName.toLowerCase()
    if (EMPTY.has(tag)) return createElement(tag, { key })
    const children = [...node.childNodes].map(draw)
    const href = tag === 'a' ? webAddress(node.getAttribute('href')) : undefined
    if (href) return createElement('a', { key, href, rel: 'noopener noreferrer' }, ...children)
    return createElement(tagOf(tag), { key }, ...children)
  }
}

/**
 * Text of other people in the few tags that are safe; whatever else is in it appears as its bare text. Its highest
 * heading becomes one of the level `headings`, so that it stands below those of the page.
 */
export function RichText({ html, headings = 3 }: { html: string; headings?: number }) {
  return useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    const levels = [...body.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ tagName }) =>
      headingLevel(tagName.toLowerCase()),
    )
    const draw = drawer(levels.length > 0 ? headings - Math.min(...levels) : 0)
    return [...body.childNodes].map(draw)
  }, [html, headings])
}
