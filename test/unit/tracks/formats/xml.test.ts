import { describe, expect, test } from 'bun:test'
import {
  MAX_XML_ATTRIBUTES,
  MAX_XML_DEPTH,
  MAX_XML_MARKUP,
  MAX_XML_TEXT,
} from '@/domain/tracks/formats/limits'
import { parseXml } from '@/domain/tracks/formats/xml/xml'
import {
  children,
  onlyFirst,
  type XmlAttributes,
  type XmlElement,
  type XmlText,
} from '@/domain/tracks/formats/xml/xml-element'
import { XmlError } from '@/domain/tracks/formats/xml/xml-error'
import { expectLinear } from '../../../support/timing'
import { bytesOf } from '../../../support/tracks/outcome'

/** The names (resolved or as written) of all elements, indented by depth, with their texts. */
function outlineOf(xml: string | Uint8Array, namespaces = false): string[] {
  const lines: string[] = []
  const element = (name: string, depth: number): XmlElement => ({
    open: () => lines.push(' '.repeat(depth) + name),
    child: (child) => element(child, depth + 1),
  })
  const bytes = typeof xml === 'string' ? bytesOf(xml) : xml
  parseXml(bytes, { child: (name) => element(name, 0) }, { namespaces })
  return lines
}

/** The texts of all `t` elements in the root. */
function textsOf(xml: string | Uint8Array): string[] {
  const texts: string[] = []
  const root = { child: children({ t: { text: (text: XmlText) => texts.push(text.toString()) } }) }
  const bytes = typeof xml === 'string' ? bytesOf(xml) : xml
  parseXml(bytes, { child: () => root }, { namespaces: false })
  return texts
}

describe('parseXml', () => {
  test('reports the elements in the description and skips all others', () => {
    const seen: string[] = []
    const leaf = (name: string) => ({ text: (text: XmlText) => seen.push(`${name}=${text}`) })
    const root = { child: children({ a: leaf('a'), b: { child: children({ a: leaf('b/a') }) } }) }
    const xml = '<r><x><a>0</a></x><a>1</a><b><a>2</a><c/></b><a/><c><b><a>3</a></b></c></r>'
    parseXml(bytesOf(xml), { child: () => root }, { namespaces: false })
    expect(seen).toEqual(['a=1', 'b/a=2', 'a='])
  })

  test('closes elements in order, after their text', () => {
    const seen: string[] = []
    const inner = {
      open: (attributes: XmlAttributes) => seen.push(`open ${attributes.text('id') ?? ''}`),
      text: (text: XmlText) => seen.push(text.toString()),
      close: () => seen.push('close'),
    }
    const root = { child: children({ i: inner }), close: () => seen.push('end') }
    parseXml(
      bytesOf('<r><i id="1">a</i><i id="2"/></r>'),
      { child: () => root },
      { namespaces: false },
    )
    expect(seen).toEqual(['open 1', 'a', 'close', 'open 2', '', 'close', 'end'])
  })

  test('skips elements that the description rejects', () => {
    const seen: string[] = []
    const first = onlyFirst()
    const root = {
      open: first.reset,
      child: children({
        a: first.of({ text: (text) => seen.push(text.toString()) }),
        b: first.of({ child: children({ a: { text: (text) => seen.push(text.toString()) } }) }),
      }),
    }
    const list = { child: children({ r: root }) }
    const one = '<r><a>1</a><b><a>2</a></b><b><a>3</a></b><a>4</a></r>'
    parseXml(bytesOf(`<l>${one}${one}</l>`), { child: () => list }, { namespaces: false })
    expect(seen).toEqual(['1', '2', '1', '2'])
  })

  test('joins the chunks of a text', () => {
    expect(textsOf('<r><t>a&amp;b<![CDATA[<c>]]>&#x1F6B4;<!-- no -->d</t></r>')).toEqual([
      'a&b<c>\u{1f6b4}d',
    ])
  })

  test('reports only the text before a child', () => {
    expect(textsOf('<r><t>before<x>inside</x>after</t></r>')).toEqual(['before'])
  })

  test('reads texts and characters that cross chunk boundaries', () => {
    const long = '\u00e9\u{1f6b4}x'.repeat(60_000)
    expect(textsOf(`<r><t>${long}</t></r>`)).toEqual([long])
  })

  test.each([
    ['an empty document', ''],
    ['white space', ' \n '],
    ['plain text', 'hello'],
    ['an unclosed element', '<a><b></b>'],
    ['overlapping elements', '<a><b></a></b>'],
    ['two roots', '<a/><b/>'],
    ['text after the root', '<a/>x'],
    ['a duplicate attribute', '<a b="1" b="2"/>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['a bare ampersand', '<a>&</a>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['the character 0', '<a>&#0;</a>'],
    ['a declaration after white space', ' <?xml version="1.0"?><a/>'],
    ['a truncated tag', '<a><b'],
    ['an unfinished comment', '<a><!-- '],
  ])('rejects %s', (_, xml) => {
    expect(() => outlineOf(xml)).toThrow(XmlError)
  })

  test('does not expand entities that the document declares', () => {
    const internal = '<!DOCTYPE r [<!ENTITY n "expanded">]><r><t>&n;</t></r>'
    const external = '<!DOCTYPE r [<!ENTITY n SYSTEM "file:///etc/hostname">]><r><t>&n;</t></r>'
    for (const xml of [internal, external]) expect(() => textsOf(xml)).toThrow(XmlError)
  })

  test('skips a document type whose declarations are not used', () => {
    expect(outlineOf('<!DOCTYPE r [<!ENTITY n "x">]><r/>')).toEqual(['r'])
  })

  test('passes on exceptions of a reader', () => {
    const stop = new RangeError('enough')
    const read = () =>
      parseXml(
        bytesOf('<a/>'),
        {
          child: () => {
            throw stop
          },
        },
        { namespaces: false },
      )
    expect(read).toThrow(stop)
  })
})

describe('parseXml limits', () => {
  const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)

  test('the depth', () => {
    expect(outlineOf(nested(MAX_XML_DEPTH))).toHaveLength(MAX_XML_DEPTH)
    expect(() => outlineOf(nested(MAX_XML_DEPTH + 1))).toThrow(XmlError)
    expect(() => parseXml(bytesOf(nested(MAX_XML_DEPTH + 1)), {}, { namespaces: true })).toThrow(
      XmlError,
    )
  })

  test('the number of attributes of an element', () => {
    const withAttributes = (count: number) =>
      `<a ${Array.from({ length: count }, (_, index) => `b${index}=""`).join(' ')}/>`
    expect(outlineOf(withAttributes(MAX_XML_ATTRIBUTES))).toEqual(['a'])
    expect(() => outlineOf(withAttributes(MAX_XML_ATTRIBUTES + 1))).toThrow(XmlError)
  })

  test.each([
    ['text', (long: string) => `<r><t>${long}</t></r>`],
    [
      'text in CDATA sections',
      (long: string) => `<r><t>${`<![CDATA[${long.slice(0, 99_999)}]]>`.repeat(84)}</t></r>`,
    ],
    ['a comment', (long: string) => `<r><!--${long}--></r>`],
    ['an attribute', (long: string) => `<r a="${long}"/>`],
    ['a name', (long: string) => `<${long}/>`],
  ])('the length of %s', (_, write) => {
    const long = 'x'.repeat(MAX_XML_TEXT + 200_000)
    expect(() => textsOf(write(long))).toThrow('text too long')
  })

  test.each([
    ['a comment', (long: string) => `<r><!--${long}--></r>`],
    ['an instruction', (long: string) => `<r><?a ${long}?></r>`],
    ['a document type', (long: string) => `<!DOCTYPE r [${long}]><r/>`],
    ['an attribute', (long: string) => `<r a="${long}"/>`],
  ])('the length of %s, to less than that of a text', (_, write) => {
    const long = 'x'.repeat(MAX_XML_MARKUP + 200_000)
    expect(() => textsOf(write(long))).toThrow('text too long')
    expect(() => textsOf(write('x'.repeat(MAX_XML_MARKUP - 200_000)))).not.toThrow()
  })

  test('takes memory and time linear in the length of a text in many chunks', () => {
    expectLinear((count) => {
      const comment = '-a'.repeat(count)
      const texts = textsOf(
        `<r a="${'\r'.repeat(count)}"><!--${comment}--><t>${'&lt;'.repeat(count)}</t></r>`,
      )
      expect(texts).toEqual(['<'.repeat(count)])
    }, 100_000)
  })
})

describe('XML names', () => {
  test('are unchanged without namespaces', () => {
    expect(outlineOf('<a:b xmlns="x"><c:d/></a:b>')).toEqual(['a:b', ' c:d'])
  })

  test('are resolved by their prefix', () => {
    const xml = '<a xmlns:p="urn:p"><p:b/><b xmlns:p="urn:q"><p:c/></b><p:d/><xml:e/></a>'
    expect(outlineOf(xml, true)).toEqual([
      'a',
      ' {urn:p}b',
      ' b',
      '  {urn:q}c',
      ' {urn:p}d',
      ' {http://www.w3.org/XML/1998/namespace}e',
    ])
  })

  test('are in no namespace with the first default namespace, and in a foreign one with later ones', () => {
    const xml =
      '<a xmlns="main"><b/><c xmlns="other"><d/><e xmlns=""/></c><f/><g xmlns="main"/></a>'
    expect(outlineOf(xml, true)).toEqual([
      'a',
      ' b',
      ' {other}c',
      '  {other}d',
      '  e',
      ' f',
      ' {main}g',
    ])
  })

  test.each([
    ['an unbound prefix of an element', '<a><p:b/></a>'],
    ['an unbound prefix in a skipped element', '<a><b><c><p:d/></c></b></a>'],
    ['an unbound prefix of an attribute', '<a p:b=""/>'],
    ['a prefix outside its scope', '<a><b xmlns:p="x"/><p:c/></a>'],
    ['a prefix with an empty namespace', '<a xmlns:p=""/>'],
    ['two colons', '<a xmlns:p="x"><p:b:c/></a>'],
    ['nothing after the colon', '<a xmlns:p="x"><p:/></a>'],
  ])('are rejected with %s', (_, xml) => {
    expect(() => outlineOf(xml, true)).toThrow(XmlError)
    expect(() => parseXml(bytesOf(xml), { child: () => ({}) }, { namespaces: true })).toThrow(
      XmlError,
    )
  })

  test('cost little under many declarations', () => {
    const declared = Array.from({ length: 400 }, (_, index) => `xmlns:p${index}="u"`).join(' ')
    const read = (declarations: string) =>
      outlineOf(`<a ${declarations}>${'<p1:b xmlns:q="v"/>'.repeat(10_000)}</a>`, true)
    expect(read(declared)).toHaveLength(10_001)
    expectLinear((count) => read(declared.slice(0, declared.indexOf(` xmlns:p${count}=`))), 392)
  })
})

describe('XML encodings', () => {
  const declared = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><r><t>\u00e9</t></r>`
  const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
  const utf16 = (text: string, littleEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(text.length * 2))
    for (let index = 0; index < text.length; index++)
      view.setUint16(index * 2, text.charCodeAt(index), littleEndian)
    return new Uint8Array(view.buffer)
  }

  test.each([
    ['UTF-8 without a declaration', bytesOf('<r><t>\u00e9</t></r>')],
    ['declared UTF-8', bytesOf(declared('utf-8'))],
    ['UTF-8 with a byte order mark', bytesOf(`\ufeff${declared('utf-8')}`)],
    ['declared Latin-1', latin1(declared('ISO-8859-1'))],
    ['Latin-1 declared in single quotes', latin1(declared('latin1').replaceAll('"', "'"))],
    ['UTF-16 with a byte order mark', utf16(`\ufeff${declared('UTF-16')}`, true)],
    ['big-endian UTF-16 with a byte order mark', utf16(`\ufeff${declared('UTF-16')}`, false)],
    ['UTF-16 without a byte order mark', utf16(declared('UTF-16'), true)],
    ['big-endian UTF-16 without a byte order mark', utf16(declared('UTF-16'), false)],
  ])('include %s', (_, bytes) => {
    expect(textsOf(bytes)).toEqual(['\u00e9'])
  })

  test.each([
    ['unknown encodings', bytesOf(declared('klingon'))],
    ['declared UTF-16 that is not UTF-16', bytesOf(declared('UTF-16'))],
    ['invalid UTF-8', latin1('<r><t>\u00e9</t></r>')],
    ['an incomplete character at the end', bytesOf('<r/>\u00e9').slice(0, -1)],
  ])('exclude %s', (_, bytes) => {
    expect(() => textsOf(bytes)).toThrow(XmlError)
  })
})
