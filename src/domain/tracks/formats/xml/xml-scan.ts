import { asciiIn } from '@/domain/tracks/formats/text/number-bytes'
import { TrackError } from '@/domain/tracks/track-error'
import { NAME_KINDS, OTHER, PLAIN, TEXT_KINDS, WIDE, wideTextIn } from './scan-characters'
import { ScannedAttributes } from './scanned-attributes'
import {
  nodeOf,
  type ScannedNode,
  ScannedNodes,
  skippedInstead,
  viewOf,
  WORD,
} from './scanned-node'
import { ScannedText } from './scanned-text'
import { readRareText, skipAroundRoot } from './text-with-entities'
import { UnusualXml } from './unusual-xml'
import type { XmlElement } from './xml-element'
import { XmlError } from './xml-error'
import { XmlNames } from './xml-namespaces'

const [OPEN, CLOSE, SLASH, MARK] = [60, 62, 47, 33] as const
const MAX_DEPTH = 64
const MAX_TEXT_LENGTH = 1024 * 1024

const MAX_DECLARATION_LENGTH = 200
const DECLARATION =
  /^(?:\u00ef\u00bb\u00bf)?(?:<\?xml version=(["'])1\.0\1(?: encoding=(["'])utf-8\2)?(?: standalone=(["'])(?:yes|no)\3)? ?\?>)?/i

/**
 * Reads a plain document in one pass over its bytes, with the same calls to `document` as `parseXml`. Plain is the XML
 * that devices and services write: UTF-8, elements, attributes and texts with the predefined entities; no document
 * type, no instructions, and all namespaces declared at the root.
 *
 * @returns false when the document is not plain, or is rejected: then `parseXml` has to read it, with a fresh reader
 */
export function scanXml(
  bytes: Uint8Array,
  document: XmlElement,
  options: { readonly namespaces: boolean },
): boolean {
  try {
    new XmlScan(bytes, document, options.namespaces).run()
    return true
  } catch (error) {
    if (error instanceof UnusualXml || error instanceof XmlError || error instanceof TrackError)
      return false
    throw error
  }
}

class XmlScan {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #names: XmlNames | undefined
  readonly #nodes: ScannedNodes
  readonly #attributes: ScannedAttributes
  readonly #text: ScannedText
  readonly #document: ScannedNode
  #current: ScannedNode
  #at = 0

  constructor(bytes: Uint8Array, document: XmlElement, namespaces: boolean) {
    this.#bytes = bytes
    this.#view = viewOf(bytes)
    this.#names = namespaces ? new XmlNames() : undefined
    this.#nodes = new ScannedNodes((name) => this.#names?.resolve(name) ?? name)
    this.#attributes = new ScannedAttributes(bytes)
    this.#text = new ScannedText(bytes)
    this.#document = nodeOf(document, new Uint8Array(0), undefined)
    this.#current = this.#document
  }

  run(): void {
    const bytes = this.#bytes
    this.#at = contentStart(bytes)
    this.#openRoot()
    while (this.#current !== this.#document) this.#readTag()
    if (skipAroundRoot(bytes, this.#at) < bytes.length) throw new UnusualXml()
  }

  #openRoot(): void {
    const names = this.#names
    const start = this.#at + 1
    const end = this.#nameEnd(start)
    this.#at = this.#attributes.scan(end)
    this.#attributes.each((name, value) => names?.attribute(name, value))
    names?.enter()
    this.#enter(this.#nodes.add(this.#current, this.#bytes.slice(start, end)))
  }

  #readTag(): void {
    const bytes = this.#bytes
    const start = this.#at
    if (bytes[start] !== OPEN || bytes[start + 1] === MARK) this.#skipText()
    if (bytes[this.#at + 1] === SLASH) this.#close()
    else this.#open()
  }

  #open(): void {
    const start = this.#at + 1
    const node = this.#childAt(start)
    this.#at = this.#attributes.scan(start + node.name.length)
    if (this.#attributes.hasNamespaces && this.#names) throw new UnusualXml()
    this.#enter(node)
  }

  /** Returns the node of the element whose name starts here. */
  #childAt(start: number): ScannedNode {
    const parent = this.#current
    const { children } = parent
    for (let tried = 0, index = parent.latest; tried < children.length; tried++) {
      index = index + 1 < children.length ? index + 1 : 0
      const child = children[index]
      if (child !== undefined && this.#isNamed(child, start)) {
        parent.latest = index
        return child
      }
    }
    parent.latest = children.length
    return this.#nodes.add(parent, this.#bytes.slice(start, this.#nameEnd(start)))
  }

  /** Whether the name of a node begins here and ends before a byte that can follow a name. */
  #isNamed({ name, words }: ScannedNode, start: number): boolean {
    const bytes = this.#bytes
    const end = start + name.length
    if (end >= bytes.length) return false
    let at = start
    for (let i = 0; i < words.length; i++, at += WORD) {
      if (this.#view.getInt32(at, true) !== words[i]) return false
    }
    for (let i = at - start; at < end; i++, at++) if (bytes[at] !== name[i]) return false
    return NAME_KINDS[bytes[end] ?? 0] === 0
  }

  #nameEnd(start: number): number {
    let end = start
    while (NAME_KINDS[this.#bytes[end] ?? 0] !== 0) end += 1
    return end
  }

  /** Enters an element whose attributes have been read. `at` is at the end of the tag. */
  #enter(found: ScannedNode): void {
    const node = found.wanted?.() === false ? skippedInstead(found) : found
    node.open?.(this.#attributes)
    if (this.#bytes[this.#at] !== CLOSE) this.#passEmpty(node)
    else if (node.text !== undefined) this.#readLeaf(node)
    else this.#goInto(node)
  }

  #goInto(node: ScannedNode): void {
    if (node.depth > MAX_DEPTH) throw new UnusualXml()
    this.#current = node
    this.#at += 1
  }

  #readLeaf(node: ScannedNode): void {
    const start = this.#at + 1
    this.#at = start
    const kinds = this.#skipText()
    this.#text.set(start, this.#at, kinds)
    this.#endTag(node)
    node.text?.(this.#text)
    node.close?.()
  }

  /** Reads the end of `<name/>`. */
  #passEmpty(node: ScannedNode): void {
    if (this.#bytes[this.#at + 1] !== CLOSE) throw new UnusualXml()
    this.#at += 2
    this.#text.set(0, 0, PLAIN)
    node.text?.(this.#text)
    node.close?.()
  }

  #close(): void {
    const node = this.#current
    this.#endTag(node)
    node.close?.()
    this.#current = node.parent ?? this.#document
  }

  /** Reads the end tag, which must follow. */
  #endTag(node: ScannedNode): void {
    const bytes = this.#bytes
    const start = this.#at + 2
    const end = start + node.name.length
    if (bytes[this.#at + 1] !== SLASH || bytes[end] !== CLOSE || !this.#isNamed(node, start))
      throw new UnusualXml()
    this.#at = end + 1
  }

  /** Moves to the next tag; returns the kinds of the bytes before it. */
  #skipText(): number {
    const bytes = this.#bytes
    const start = this.#at
    let at = start
    while (TEXT_KINDS[bytes[at] ?? 0] === PLAIN) at += 1
    if (bytes[at] !== OPEN || bytes[at + 1] === MARK || at - start > MAX_TEXT_LENGTH)
      return this.#skipRareText(start)
    this.#at = at
    return PLAIN
  }

  #skipRareText(start: number): number {
    const bytes = this.#bytes
    let at = start
    let kinds = PLAIN
    for (let kind = kindAt(bytes, at); kind !== OTHER; kind = kindAt(bytes, at)) {
      kinds |= kind
      at += 1
    }
    if (bytes[at] !== OPEN || bytes[at + 1] === MARK) {
      const { text, end } = readRareText(bytes, start)
      this.#text.setRare(text)
      kinds = OTHER
      at = end
    }
    if (at - start > MAX_TEXT_LENGTH) throw new UnusualXml()
    if ((kinds & WIDE) !== 0) wideTextIn(bytes, start, at)
    this.#at = at
    return kinds
  }
}

const kindAt = (bytes: Uint8Array, at: number) => TEXT_KINDS[bytes[at] ?? 0] ?? OTHER

/** Returns the offset of the root element. */
function contentStart(bytes: Uint8Array): number {
  const head = asciiIn(bytes, 0, Math.min(bytes.length, MAX_DECLARATION_LENGTH))
  const declaration = DECLARATION.exec(head)?.[0] ?? ''
  const start = skipAroundRoot(bytes, declaration.length)
  if (bytes[start] !== OPEN) throw new UnusualXml()
  return start
}
