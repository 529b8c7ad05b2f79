import { TrackError } from '@/tracks/track-error'
import { asciiIn } from './number-bytes'
import { readRareText, skipAroundRoot } from './rare-text'
import { NAME_KINDS, OTHER, PLAIN, TEXT_KINDS, WIDE, wideTextIn } from './scan-characters'
import { EQUALS_AND_QUOTE, ScannedAttributes } from './scanned-attributes'
import {
  nodeOf,
  type ScannedNode,
  ScannedNodes,
  skippedInstead,
  viewOf,
  WORD,
} from './scanned-node'
import { type Run, RunRecorder, type RunStart, STEP, type Step } from './scanned-run'
import { ScannedText } from './scanned-text'
import { UnusualXml } from './unusual-xml'
import type { XmlElement } from './xml-element'
import { XmlError } from './xml-error'
import { XmlNames } from './xml-names'

const [OPEN, CLOSE, SLASH, MARK] = [60, 62, 47, 33] as const
const MOST_DEPTH = 64
const LONGEST_TEXT = 1024 * 1024

const LONGEST_DECLARATION = 200
const DECLARATION =
  /^(?:\u00ef\u00bb\u00bf)?(?:<\?xml version=(["'])1\.0\1(?: encoding=(["'])utf-8\2)?(?: standalone=(["'])(?:yes|no)\3)? ?\?>)?/i

/**
 * Reads a plain document in one pass over its bytes, and tells `document` exactly what `parseXml` would. Plain is what
 * devices and services write: UTF-8, elements, attributes and texts with the entities of XML; no document type, no
 * instructions, and all namespaces declared at the root.
 *
 * @returns false when the document is not plain, or the reader refuses it: then `parseXml` has to read it, with a
 *   reader that has seen nothing
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
  readonly #runs: RunRecorder
  readonly #document: ScannedNode
  #current: ScannedNode
  /** The value that ends where we are. */
  #value: RunStart | undefined
  #at = 0

  constructor(bytes: Uint8Array, document: XmlElement, namespaces: boolean) {
    this.#bytes = bytes
    this.#view = viewOf(bytes)
    this.#names = namespaces ? new XmlNames() : undefined
    this.#nodes = new ScannedNodes((name) => this.#names?.resolve(name) ?? name)
    this.#attributes = new ScannedAttributes(bytes)
    this.#text = new ScannedText(bytes)
    this.#runs = new RunRecorder(this.#view)
    this.#document = nodeOf(document, new Uint8Array(0), undefined)
    this.#current = this.#document
  }

  run(): void {
    const bytes = this.#bytes
    this.#at = contentStart(bytes)
    this.#openRoot()
    while (this.#current !== this.#document || this.#value !== undefined) {
      const value = this.#value
      const run = value?.runAt(this.#view, this.#at)
      if (run !== undefined) this.#repeat(run)
      else if (value !== undefined) this.#goOnBehind(value)
      else this.#readTag()
    }
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

  /** Does what markup means that is the same as before. */
  #repeat({ steps, length, nameStart, to }: Run): void {
    const start = this.#at
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i]
      if (step === undefined || this.#repeatStep(step)) continue
      this.#value = undefined
      this.#at = start + step.at
      this.#enterAs(step.node, !step.isWanted)
      return
    }
    this.#at = start + length
    this.#current = to.node.parent ?? this.#document
    this.#value = to
    if (to.isText) {
      this.#readText()
      return
    }
    this.#attributes.takeName(start + nameStart, this.#at - EQUALS_AND_QUOTE)
    this.#at = this.#attributes.readValue(this.#at)
  }

  /** False where an element is wanted that was not, or the other way round. */
  #repeatStep({ does, node, isWanted }: Step): boolean {
    if (does === STEP.begin) this.#attributes.clear()
    else if (does === STEP.enter) {
      if ((node.wanted?.() !== false) !== isWanted) return false
      if (isWanted) node.open?.(this.#attributes)
    } else {
      if (does === STEP.empty) this.#text.set(0, 0, PLAIN)
      if (does !== STEP.end) node.text?.(this.#text)
      node.close?.()
    }
    return true
  }

  /** Reads what is not the same behind a value, and keeps it for the next time. */
  #goOnBehind(value: RunStart): void {
    this.#runs.begin(value, this.#at)
    this.#value = undefined
    if (value.isText) this.#endLeaf(value.node)
    else {
      this.#at += 1
      this.#readAttributes(value.node)
    }
  }

  #readTag(): void {
    const bytes = this.#bytes
    const start = this.#at
    if (bytes[start] !== OPEN || bytes[start + 1] === MARK) {
      this.#skipText()
      this.#runs.passText(bytes, start, this.#at)
    }
    if (bytes[this.#at + 1] === SLASH) this.#close()
    else this.#open()
  }

  #open(): void {
    const start = this.#at + 1
    const node = this.#childAt(start)
    this.#at = start + node.name.length
    if (this.#bytes[this.#at] === CLOSE && node.open === undefined) this.#enter(node)
    else {
      this.#attributes.clear()
      this.#runs.add(STEP.begin, node)
      this.#readAttributes(node)
    }
  }

  /** Reads on from the end of the element's name, or behind an attribute. */
  #readAttributes(node: ScannedNode): void {
    const attributes = this.#attributes
    for (;;) {
      const start = attributes.next(this.#at)
      this.#at = start
      if (attributes.isEnd(start)) break
      const valueStart = attributes.readName(start)
      this.#value = this.#runs.endAtAttribute(node, start, valueStart)
      this.#at = attributes.readValue(valueStart)
      if (this.#value !== undefined) return
      this.#at += 1
    }
    if (attributes.hasNamespaces && this.#names) throw new UnusualXml()
    this.#enter(node)
  }

  /** The node of the element whose name starts here. */
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

  /** Whether the name of a node begins here, and what follows may be behind it. */
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

  /** The attributes have been read; `at` is at the end of the tag. */
  #enter(node: ScannedNode): void {
    const isWanted = node.wanted?.() !== false
    this.#runs.add(STEP.enter, node, this.#at, isWanted)
    this.#enterAs(node, isWanted)
  }

  #enterAs(found: ScannedNode, isWanted: boolean): void {
    const node = isWanted ? found : skippedInstead(found)
    node.open?.(this.#attributes)
    if (this.#bytes[this.#at] !== CLOSE) this.#passEmpty(node)
    else if (node.text !== undefined) this.#enterLeaf(node)
    else this.#goInto(node)
  }

  #goInto(node: ScannedNode): void {
    if (node.depth > MOST_DEPTH) throw new UnusualXml()
    this.#current = node
    this.#at += 1
  }

  #enterLeaf(node: ScannedNode): void {
    this.#at += 1
    this.#current = node.parent ?? this.#document
    this.#value = this.#runs.endAtText(node, this.#at)
    this.#readText()
  }

  #readText(): void {
    const start = this.#at
    const kinds = this.#skipText()
    this.#text.set(start, this.#at, kinds)
  }

  #endLeaf(node: ScannedNode): void {
    this.#endTag(node)
    this.#runs.add(STEP.leaf, node)
    node.text?.(this.#text)
    node.close?.()
  }

  /** The end of `<name/>`. */
  #passEmpty(node: ScannedNode): void {
    if (this.#bytes[this.#at + 1] !== CLOSE) throw new UnusualXml()
    this.#at += 2
    this.#runs.add(STEP.empty, node)
    this.#text.set(0, 0, PLAIN)
    node.text?.(this.#text)
    node.close?.()
  }

  #close(): void {
    const node = this.#current
    this.#endTag(node)
    this.#runs.add(STEP.end, node)
    node.close?.()
    this.#current = node.parent ?? this.#document
  }

  /** Moves behind the end tag that must be here. */
  #endTag(node: ScannedNode): void {
    const bytes = this.#bytes
    const start = this.#at + 2
    const end = start + node.name.length
    if (bytes[this.#at + 1] !== SLASH || bytes[end] !== CLOSE || !this.#isNamed(node, start))
      throw new UnusualXml()
    this.#at = end + 1
  }

  /** Moves to the next tag; returns the kinds of the bytes in front of it. */
  #skipText(): number {
    const bytes = this.#bytes
    const start = this.#at
    let at = start
    while (TEXT_KINDS[bytes[at] ?? 0] === PLAIN) at += 1
    if (bytes[at] !== OPEN || bytes[at + 1] === MARK || at - start > LONGEST_TEXT)
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
    if (at - start > LONGEST_TEXT) throw new UnusualXml()
    if ((kinds & WIDE) !== 0) wideTextIn(bytes, start, at)
    this.#at = at
    return kinds
  }
}

const kindAt = (bytes: Uint8Array, at: number) => TEXT_KINDS[bytes[at] ?? 0] ?? OTHER

/** Where the root element begins. */
function contentStart(bytes: Uint8Array): number {
  const head = asciiIn(bytes, 0, Math.min(bytes.length, LONGEST_DECLARATION))
  const declaration = DECLARATION.exec(head)?.[0] ?? ''
  const start = skipAroundRoot(bytes, declaration.length)
  if (bytes[start] !== OPEN) throw new UnusualXml()
  return start
}
