import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { sanitizeText } from '@/domain/text/rich-text'
import { runs } from '../../support/properties'
import { expectLinear } from '../../support/timing'
import { XSS_VECTORS } from '../../support/xss-vectors'

/** The only markup that sanitised text may contain, in exactly this spelling. */
const HARMLESS_TAG =
  /<br>|<\/?(?:p|span)>|<\/a>|<a(?: (?:href|target)(?:="[^"<>]*")?)* rel="noopener noreferrer">/g

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decoded = (attribute: string) =>
  attribute.replace(/&(\w+);/g, (all, name: string) => NAMED[name] ?? all)

/** The protocols of the links in a text, as a browser reads them. Escaped markup contains no links. */
const protocolsIn = (html: string) =>
  [...html.matchAll(/<a [^<>]*?href="([^"]*)"/g)].map(([, href = '']) => {
    const address = decoded(href)
    return URL.canParse(address, 'https://here.example')
      ? new URL(address, 'https://here.example').protocol
      : 'https:'
  })

function expectHarmless(html: string) {
  expect(html.replace(HARMLESS_TAG, ' ')).not.toMatch(/[<>]/)
  for (const protocol of protocolsIn(html)) expect(protocol).toMatch(/^(https?|mailto):$/)
}

describe('sanitizeText', () => {
  test.each(XSS_VECTORS)('makes %j harmless', (vector) => {
    expectHarmless(sanitizeText(vector))
  })

  test('makes combinations of dangerous fragments harmless', () => {
    const piece = fc.oneof(
      fc.constantFrom(...XSS_VECTORS),
      fc.constantFrom('<', '>', '</', '"', "'", '`', '=', '/', '<a', ' href=', '<!--', '-->'),
      fc.constantFrom('<script', '</script', '<style>', '<noscript>', '<svg>', '<math>', '<p>'),
      fc.constantFrom('javascript:', '&#106;', '&colon;', '\0', '\t', '<br />', '<span>', ']]>'),
      fc.string({ maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expectHarmless(sanitizeText(pieces.join('')))
      }),
      runs(2000),
    )
  })

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.constantFrom(...XSS_VECTORS), fc.string(), (vector, text) => {
        const once = sanitizeText(vector + text)
        expect(sanitizeText(once)).toBe(once)
      }),
      runs(500),
    )
  })

  test.each([
    ['plain text\nin two lines', 'plain text\nin two lines'],
    ['first <b>comment</b>', 'first comment'],
    ['<script>alert(1)</script>text', 'text'],
    ['<style>p { color: red }</style>text', 'text'],
    ['<!-- hidden -->text', 'text'],
    ['<textarea>in a field</textarea>', 'in a field'],
    ['one<br>two<br/>three<br />', 'one<br>two<br>three<br>'],
    ['<p>open <span>tags', '<p>open <span>tags</span></p>'],
    ['<p class="x" onclick="y()">text</p>', '<p>text</p>'],
    ['fish & chips, 1 < 2 > 0', 'fish &amp; chips, 1 &lt; 2 &gt; 0'],
    ['fish &amp; chips', 'fish &amp; chips'],
    ['"quoted" and it\'s', '"quoted" and it\'s'],
    ["<a href='https://example.org' onclick='x()'>link</a>", a('href="https://example.org"')],
    ['<a rel="me" target="_blank" href="/x">link</a>', a('href="/x" target="_blank"')],
    ['<a href="javascript:alert(1)">link</a>', '<a rel="noopener noreferrer">link</a>'],
    ['<a href="mailto:me@example.org">link</a>', a('href="mailto:me@example.org"')],
    ['<img src="x.png" alt="x">after', 'after'],
  ])('turns %j into %j', (text, expected) => {
    expect(sanitizeText(text)).toBe(expected)
  })

  test.each(['<p>', '<a href="x">', '<', '<!--', '&', '<span><p></span>', '<a "', '</p>', '@'])(
    'takes linear time for many repetitions of %j',
    (piece) => {
      const text = (length: number) => piece.repeat(Math.ceil(length / piece.length))
      expectLinear((length) => sanitizeText(text(length)), 300_000)
    },
  )
})

function a(attributes: string) {
  return `<a ${attributes} rel="noopener noreferrer">link</a>`
}
