import { NAME_KINDS, STARTS_NAME } from './scan-characters'
import { UnusualXml } from './unusual-xml'
import type { XmlElement } from './xml-element'

/** Bytes that are compared at once. */
export const WORD = 4

/** Everything inside an element that nobody wants. */
const SKIPPED: XmlElement = { child: () => SKIPPED }

/** More kinds of elements than any device writes. */
const MOST_NODES = 500

/** An `XmlElement` under one name, and the children that were seen under it: their bytes are compared, no strings. */
export interface ScannedNode
  extends Required<{ [K in keyof XmlElement]: XmlElement[K] | undefined }> {
  readonly name: Uint8Array
  /** The name again, four bytes at a time. */
  readonly words: Int32Array
  /** Undefined for the document itself. */
  readonly parent: ScannedNode | undefined
  /** Elements around it. */
  readonly depth: number
  readonly children: ScannedNode[]
  /** Where the last child was found; the next one usually is the next one. */
  latest: number
  /** The same for an element that is not wanted. */
  skipped: ScannedNode | undefined
}

/** Makes nodes; `resolve` gives the name by which `child` is asked. */
export class ScannedNodes {
  readonly #resolve: (name: string) => string
  #count = 0

  constructor(resolve: (name: string) => string) {
    this.#resolve = resolve
  }

  /** @throws UnusualXml for a name of an unusual kind, or when there are too many */
  add(parent: ScannedNode, name: Uint8Array): ScannedNode {
    if (NAME_KINDS[name[0] ?? 0] !== STARTS_NAME || this.#count === MOST_NODES)
      throw new UnusualXml()
    this.#count += 1
    const resolved = this.#resolve(Buffer.from(name).toString('latin1'))
    const node = nodeOf(parent.child?.(resolved) ?? SKIPPED, name, parent)
    parent.children.push(node)
    return node
  }
}

/** A node that stands for `element`. */
export function nodeOf(
  element: XmlElement,
  name: Uint8Array,
  parent: ScannedNode | undefined,
): ScannedNode {
  const { child, wanted, open, text, close } = element
  const depth = parent === undefined ? 0 : parent.depth + 1
  const place = { name, words: wordsOf(name), parent, depth }
  const found = { children: [], latest: 0, skipped: undefined }
  return { child, wanted, open, text, close, ...place, ...found }
}

function wordsOf(name: Uint8Array): Int32Array {
  const view = viewOf(name)
  return Int32Array.from({ length: Math.floor(name.length / WORD) }, (_, index) =>
    view.getInt32(index * WORD, true),
  )
}

/** For reading several bytes at once. */
export const viewOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  new DataView(buffer, byteOffset, length)

/** The node in place of one that is not wanted. */
export function skippedInstead(node: ScannedNode): ScannedNode {
  node.skipped ??= nodeOf(SKIPPED, node.name, node.parent)
  return node.skipped
}
