import { NAME_KINDS, STARTS_NAME } from './scan-characters'
import { UnusualXml } from './unusual-xml'
import type { XmlElement } from './xml-element'

/** Number of bytes compared at once. */
export const WORD = 4

/** Skips everything in an element that the format does not use. */
const SKIPPED: XmlElement = { child: () => SKIPPED }

/** Maximum number of kinds of elements; no device writes more. */
const MAX_NODES = 500

/**
 * An `XmlElement` with a name, and the children that have occurred in it. Names are compared as bytes, not as strings.
 */
export interface ScannedNode
  extends Required<{ [K in keyof XmlElement]: XmlElement[K] | undefined }> {
  readonly name: Uint8Array
  /** The name as 32-bit words. */
  readonly words: Int32Array
  /** Undefined for the document. */
  readonly parent: ScannedNode | undefined
  /** Number of enclosing elements. */
  readonly depth: number
  readonly children: ScannedNode[]
  /** Index of the last child. The next child is usually the following one. */
  latest: number
  /** The child for elements that the format does not use. */
  skipped: ScannedNode | undefined
}

/** Creates nodes; `resolve` returns the name that is passed to `child`. */
export class ScannedNodes {
  readonly #resolve: (name: string) => string
  #count = 0

  constructor(resolve: (name: string) => string) {
    this.#resolve = resolve
  }

  /** @throws UnusualXml for a name with unusual characters, or when there are too many nodes */
  add(parent: ScannedNode, name: Uint8Array): ScannedNode {
    if (NAME_KINDS[name[0] ?? 0] !== STARTS_NAME || this.#count === MAX_NODES)
      throw new UnusualXml()
    this.#count += 1
    const resolved = this.#resolve(Buffer.from(name).toString('latin1'))
    const node = nodeOf(parent.child?.(resolved) ?? SKIPPED, name, parent)
    parent.children.push(node)
    return node
  }
}

/** Creates the node for `element`. */
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

/** Returns a view for reading several bytes at once. */
export const viewOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  new DataView(buffer, byteOffset, length)

/** Returns a node that skips the element. */
export function skippedInstead(node: ScannedNode): ScannedNode {
  node.skipped ??= nodeOf(SKIPPED, node.name, node.parent)
  return node.skipped
}
