import type { SaxesParser, SaxesTagPlain } from 'saxes'
import { MAX_XML_ATTRIBUTES, MAX_XML_DEPTH, MAX_XML_TEXT } from './limits'
import type { XmlElement } from './xml-element'
import { XmlError } from './xml-error'
import type { XmlNames } from './xml-names'
import { StringAttributes, StringText } from './xml-string'

/** More names than this under one element are looked up anew each time. */
const MAX_REMEMBERED_NAMES = 32

/** An `XmlElement` and what its `child` answered: comparing a few names is quicker than hashing fresh strings. */
interface Node extends Required<{ [K in keyof XmlElement]: XmlElement[K] | undefined }> {
  /** The scope in which the answers hold. */
  scope: number
  names: string[]
  answers: (Node | undefined)[]
}

/** Follows a description through the events of a parser. */
export class XmlWalk {
  readonly #names: XmlNames | undefined
  readonly #nodes = new Map<XmlElement, Node>()
  readonly #ancestors: Node[] = []
  #current: Node
  #skipped = 0
  #attributes = 0
  #collecting = false
  #collected = ''

  constructor(document: XmlElement, names: XmlNames | undefined) {
    this.#current = this.#nodeOf(document)
    this.#names = names
  }

  /** Registers everything but the error handler. */
  attach(parser: SaxesParser): void {
    const collect = (text: string) => {
      this.#collected += text
    }
    const listenToText = (wanted: boolean) => {
      if (wanted === this.#collecting) return
      this.#collecting = wanted
      if (wanted) parser.on('text', collect)
      else parser.off('text')
    }
    parser.on('attribute', ({ name, value }) => {
      this.#attributes += 1
      if (this.#attributes > MAX_XML_ATTRIBUTES) throw new XmlError('too many attributes')
      this.#names?.attribute(name, value)
    })
    parser.on('cdata', (text) => {
      if (this.#collecting) this.#collected += text
    })
    parser.on('opentag', (tag) => listenToText(this.#open(tag)))
    parser.on('closetag', () => {
      listenToText(false)
      this.#close()
    })
  }

  /** To be called between chunks, so that what one text costs stays in proportion to its length. */
  checkText(): void {
    checkLength(this.#collected)
  }

  /** Whether the text of the element is wanted. */
  #open(tag: SaxesTagPlain): boolean {
    if (this.#ancestors.length + this.#skipped === MAX_XML_DEPTH)
      throw new XmlError('nested too deeply')
    this.#attributes = 0
    const scope = this.#names === undefined ? 0 : this.#names.enter()
    const node = this.#skipped > 0 ? this.#pass(tag.name) : this.#find(tag.name, scope)
    if (node === undefined || node.wanted?.() === false) {
      this.#skipped += 1
      return false
    }
    this.#ancestors.push(this.#current)
    this.#current = node
    this.#collected = ''
    node.open?.(new StringAttributes(tag.attributes))
    return node.text !== undefined
  }

  #close(): void {
    this.#names?.leave()
    if (this.#skipped > 0) {
      this.#skipped -= 1
      return
    }
    const node = this.#current
    node.text?.(new StringText(this.#collected))
    node.close?.()
    this.#current = this.#ancestors.pop() ?? node
  }

  /** Inside a skipped element names must still be well-formed. */
  #pass(name: string): undefined {
    this.#names?.resolve(name)
  }

  #find(name: string, scope: number): Node | undefined {
    const parent = this.#current
    if (parent.scope === scope) {
      const remembered = parent.names
      for (let index = 0; index < remembered.length; index++) {
        const candidate = remembered[index]
        if (candidate?.length === name.length && candidate === name) return parent.answers[index]
      }
    }
    const resolved = this.#names === undefined ? name : this.#names.resolve(name)
    const element = parent.child?.(resolved)
    const answer = element && this.#nodeOf(element)
    if (parent.scope !== scope) {
      parent.scope = scope
      parent.names = []
      parent.answers = []
    }
    if (parent.names.length < MAX_REMEMBERED_NAMES) {
      parent.names.push(name)
      parent.answers.push(answer)
    }
    return answer
  }

  #nodeOf(element: XmlElement): Node {
    let node = this.#nodes.get(element)
    if (node === undefined) {
      const { child, wanted, open, text, close } = element
      node = { child, wanted, open, text, close, scope: -1, names: [], answers: [] }
      this.#nodes.set(element, node)
    }
    return node
  }
}

/**
 * A text that grew piece by piece keeps every piece alive until someone looks into it; this does.
 * @throws XmlError above MAX_XML_TEXT
 */
export function checkLength(text: string): void {
  if (text.length > MAX_XML_TEXT) throw new XmlError('text too long')
  text.charCodeAt(0)
}
