import { createElement, Fragment, type ReactNode, useMemo } from 'react'

const TAGS = new Set(['p', 'br', 'span'])

/** An address that leads to a web page; anything else is no link. */
function webAddress(href: string | null): string | undefined {
  const url = URL.parse(href ?? '', window.location.href)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

function draw(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const children = [...node.childNodes].map(draw)
  const tag = node.tagName.toLowerCase()
  if (tag === 'br') return createElement('br', { key })
  const href = tag === 'a' ? webAddress(node.getAttribute('href')) : undefined
  if (href) return createElement('a', { key, href, rel: 'noopener noreferrer' }, ...children)
  return createElement(TAGS.has(tag) ? tag : Fragment, { key }, ...children)
}

/** Text of other people in the few tags that the API allows; whatever else is in it appears as its bare text. */
export function RichText({ html }: { html: string }) {
  return useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    return [...body.childNodes].map(draw)
  }, [html])
}
