import { XmlError } from './xml-error'

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

interface Scope {
  readonly depth: number
  /** Prefixes that the element declares, which are valid until it ends. */
  readonly prefixes: readonly string[]
}

const OUTERMOST: Scope = { depth: 0, prefixes: [] }

/**
 * Resolves element names to `{namespace}local`, or to the bare local name where no namespace applies.
 *
 * The first default namespace declared in a document counts as no namespace: a GPX file is read the same
 * way with and without it, and a later default namespace marks elements as foreign.
 */
export class XmlNames {
  /** Whether an undeclared prefix is accepted unchanged instead of being rejected. */
  readonly #acceptsUnbound: boolean
  #depth = 0
  #scope = OUTERMOST
  #mainNamespaceSeen = false
  readonly #outer: Scope[] = []
  /** Namespaces of every prefix, innermost last. The default namespace has the empty prefix. */
  readonly #bindings = new Map([['xml', [XML_NAMESPACE]]])
  #declared: [prefix: string, namespace: string][] = []
  #usedPrefixes: string[] = []

  constructor(acceptsUnbound = false) {
    this.#acceptsUnbound = acceptsUnbound
  }

  /** Must be called with every attribute of an element before `enter`. */
  attribute(name: string, value: string): void {
    if (name.charCodeAt(0) === 120 && /^xmlns(?::|$)/.test(name)) {
      this.#declare(name.slice(6), value)
    } else {
      const colon = name.indexOf(':')
      if (colon >= 0) this.#usedPrefixes.push(name.slice(0, colon))
    }
  }

  /**
   * Must be called for every element that opens.
   * @throws XmlError for an attribute with an undeclared prefix
   */
  enter(): void {
    this.#depth += 1
    if (this.#declared.length > 0) this.#openScope()
    if (this.#usedPrefixes.length > 0) {
      for (const prefix of this.#usedPrefixes) this.#namespaceOf(prefix)
      this.#usedPrefixes = []
    }
  }

  /** Must be called for every element that closes. */
  leave(): void {
    if (this.#scope.depth === this.#depth && this.#depth > 0) this.#closeScope()
    this.#depth -= 1
  }

  /**
   * Resolves the name of the element that opened last.
   * @throws XmlError for an undeclared prefix
   */
  resolve(name: string): string {
    const colon = name.indexOf(':')
    const namespace =
      colon < 0 ? this.#bindings.get('')?.at(-1) : this.#namespaceOf(name.slice(0, colon))
    const local = name.slice(colon + 1)
    if (local === '' || local.includes(':')) throw new XmlError(`malformed name ${name}`)
    return namespace ? `{${namespace}}${local}` : local
  }

  #declare(prefix: string, namespace: string): void {
    if (prefix === '' && namespace !== '' && !this.#mainNamespaceSeen) {
      this.#mainNamespaceSeen = true
      return
    }
    if (prefix !== '' && namespace === '') throw new XmlError(`no namespace for ${prefix}`)
    this.#declared.push([prefix, namespace])
  }

  #openScope(): void {
    this.#outer.push(this.#scope)
    const prefixes: string[] = []
    for (const [prefix, namespace] of this.#declared) {
      prefixes.push(prefix)
      const namespaces = this.#bindings.get(prefix)
      if (namespaces === undefined) this.#bindings.set(prefix, [namespace])
      else namespaces.push(namespace)
    }
    this.#scope = { depth: this.#depth, prefixes }
    this.#declared = []
  }

  #closeScope(): void {
    for (const prefix of this.#scope.prefixes) {
      const namespaces = this.#bindings.get(prefix)
      namespaces?.pop()
      if (namespaces?.length === 0) this.#bindings.delete(prefix)
    }
    this.#scope = this.#outer.pop() ?? OUTERMOST
  }

  #namespaceOf(prefix: string): string {
    const namespace = this.#bindings.get(prefix)?.at(-1)
    if (prefix !== '' && namespace !== undefined) return namespace
    if (this.#acceptsUnbound && prefix !== '') return prefix
    throw new XmlError(`unbound prefix ${prefix}`)
  }
}
