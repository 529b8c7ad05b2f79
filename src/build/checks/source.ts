import { posix } from 'node:path'
import { Glob } from 'bun'
import { parseSync } from 'oxc-parser'

/** A source file: its path relative to `src`, the same without extension (`name`), and its text. */
export interface SourceFile {
  path: string
  name: string
  text: string
  lines: number
}

export const sourceFile = (path: string, text: string): SourceFile => ({
  path,
  name: path.replace(/\.tsx?$/, ''),
  text,
  lines: text.split('\n').length - 1,
})

/** Reads all TypeScript files of `src`, except generated files and declarations. */
export async function readSources(): Promise<SourceFile[]> {
  const paths = [...new Glob('**/*.{ts,tsx}').scanSync('src')].sort()
  const written = paths.filter((path) => !path.endsWith('.d.ts') && !path.includes('.gen.'))
  return Promise.all(
    written.map(async (path) => sourceFile(path, await Bun.file(`src/${path}`).text())),
  )
}

/** An import of another module. */
export interface Import {
  /** The specifier as written; undefined when it is computed. */
  from: string | undefined
  typeOnly: boolean
}

/** Facts about a parsed source file. */
export interface Facts {
  imports: Import[]
  /** Names of mutable state at module level. */
  state: string[]
  /** String literals and templates, except tagged templates, types and import paths. */
  strings: string[]
  /** All functions and methods, including nested ones, with their number of lines. */
  functions: { name: string; lines: number }[]
}

/** A node of the syntax tree. */
interface AnyNode {
  type: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value

/** Calls `visit` with `node`, its descendants and their parents, depth first. Skips a branch if `visit` returns false. */
function walk(
  node: unknown,
  visit: (node: AnyNode, parent?: AnyNode) => unknown,
  parent?: AnyNode,
) {
  if (Array.isArray(node)) for (const child of node) walk(child, visit, parent)
  if (!isNode(node) || visit(node, parent) === false) return
  for (const child of Object.values(node)) if (typeof child === 'object') walk(child, visit, node)
}

/** Parses a source file. @throws Error on a syntax error */
export function readFacts({ path, text }: SourceFile): Facts {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const facts: Facts = { imports: [], state: [], strings: [], functions: [] }
  walk(program, (node, parent) => {
    facts.imports.push(...importsIn(node))
    if (isText(node)) facts.strings.push(...textsIn(node, parent))
    return node.type !== 'TaggedTemplateExpression'
  })
  walk(program, (node, parent) => {
    if (isFunction(node)) facts.functions.push(measureFunction(text, node, parent))
  })
  facts.state = stateIn(program)
  return facts
}

/** Reads the comments of a source file and the distinct names that it declares or uses. */
export function readWords({ path, text }: SourceFile): { comments: string[]; names: string[] } {
  const { program, comments } = parseSync(path, text)
  const names = new Set<string>()
  walk(program, (node) => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') names.add(String(node.name))
    return node.type !== 'ImportDeclaration' || node.importKind !== 'type'
  })
  return { comments: comments.map(({ value }) => value), names: [...names] }
}

const isFunction = ({ type, body }: AnyNode) =>
  isNode(body) && /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)

/** Counts the lines of a function. An anonymous function gets the name of its variable, property or method. */
function measureFunction(text: string, node: AnyNode, parent: AnyNode | undefined) {
  const names = [node.id, parent?.id, parent?.key].filter(isNode).map((named) => named.name)
  const name = names.find((one) => typeof one === 'string') ?? 'anonymous'
  const lines = text.slice(Number(node.start), Number(node.end)).split('\n').length
  return { name, lines }
}

const textOf = (node: unknown) =>
  isNode(node) && typeof node.value === 'string' ? node.value : undefined

function importsIn(node: AnyNode): Import[] {
  const { source, specifiers } = node
  switch (node.type) {
    case 'ImportDeclaration':
      return [{ from: textOf(source), typeOnly: isOfTypes(node.importKind, specifiers) }]
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return source
        ? [{ from: textOf(source), typeOnly: isOfTypes(node.exportKind, specifiers) }]
        : []
    case 'ImportExpression':
      return [{ from: textOf(source), typeOnly: false }]
    case 'TSImportType':
      return [{ from: textOf(source ?? node.argument), typeOnly: true }]
    case 'TSExternalModuleReference':
      return [{ from: textOf(node.expression), typeOnly: false }]
    case 'CallExpression':
      return nameOf(node.callee) === 'require' ? [{ from: firstText(node), typeOnly: false }] : []
    case 'NewExpression':
      return nameOf(node.callee) === 'URL' && isOwnUrl(node)
        ? [{ from: firstText(node), typeOnly: false }]
        : []
    default:
      return []
  }
}

const isOfTypes = (kind: unknown, specifiers: unknown) =>
  kind === 'type' ||
  (Array.isArray(specifiers) &&
    specifiers.length > 0 &&
    specifiers.every(({ importKind, exportKind }) => (importKind ?? exportKind) === 'type'))

const nameOf = (node: unknown) =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined

const argumentsOf = (node: AnyNode) => (Array.isArray(node.arguments) ? node.arguments : [])
const firstText = (node: AnyNode) => textOf(argumentsOf(node)[0])

/** Whether an expression is `new URL(…, import.meta.url)`, which refers to a worker or another file of the same folder. */
const isOwnUrl = (node: AnyNode) => {
  const base = argumentsOf(node)[1]
  return isNode(base) && isNode(base.object) && base.object.type === 'MetaProperty'
}

const isText = ({ type, value }: AnyNode) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')

const NO_TEXTS = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'TSLiteralType',
]

function textsIn(node: AnyNode, parent: AnyNode | undefined): string[] {
  if (parent && NO_TEXTS.includes(parent.type)) return []
  if (node.type === 'Literal') return [String(node.value)]
  const { quasis, expressions } = node as unknown as {
    quasis: { value: { raw: string } }[]
    expressions: unknown[]
  }
  return [
    quasis.map(({ value: { raw } }, at) => raw + (at < expressions.length ? '…' : '')).join(''),
  ]
}

/** Classes whose instances are not counted as state. Maps and Sets count when they are created empty. */
const CONSTANT = ['RegExp', 'TextDecoder', 'TextEncoder', 'URL', 'Set', 'Map']
/** Methods that change their object. */
const CHANGES =
  'add clear copyWithin delete fill pop push reverse set shift sort splice unshift'.split(' ')

/**
 * Finds mutable state at module level: `let`, `var`, static fields, instances of classes except constant ones, empty maps
 * and sets, and constants that a statement of the module changes.
 */
function stateIn(program: unknown): string[] {
  const constants = new Set<string>()
  const state: string[] = []
  for (const statement of bodyOf(program)) {
    const declared = isNode(statement.declaration) ? statement.declaration : statement
    if (declared.type === 'ClassDeclaration') state.push(...staticFields(declared))
    if (declared.type !== 'VariableDeclaration' || declared.declare === true) continue
    for (const { id, init } of declared.declarations as { id: AnyNode; init: unknown }[]) {
      const name = nameOf(id) ?? '{…}'
      constants.add(name)
      if (declared.kind !== 'const' || holdsState(init)) state.push(name)
    }
  }
  walk(program, (node) => {
    const changed = changedIn(node)
    if (changed !== undefined && constants.has(changed)) state.push(changed)
  })
  return [...new Set(state)]
}

/** Returns the statements of a program or the members of a class. */
const bodyOf = (node: unknown): AnyNode[] =>
  isNode(node) && Array.isArray(node.body) ? node.body.filter(isNode) : []

const staticFields = ({ body }: AnyNode) =>
  bodyOf(body)
    .filter(
      ({ type, static: isStatic, readonly }) =>
        type === 'PropertyDefinition' && isStatic && !readonly,
    )
    .map(({ key }) => nameOf(key) ?? '#private')

function holdsState(init: unknown): boolean {
  if (!isNode(init)) return false
  if (isNode(init.expression)) return holdsState(init.expression)
  if (init.type !== 'NewExpression') return false
  if (isNode(init.callee) && init.callee.type === 'MemberExpression')
    return nameOf(init.callee.object) !== 'Intl'
  const made = nameOf(init.callee) ?? ''
  return !CONSTANT.includes(made) || (/^(Map|Set)$/.test(made) && argumentsOf(init).length === 0)
}

/** Returns the name of the variable that a node changes, itself or one of its properties. */
function changedIn(node: AnyNode): string | undefined {
  if (node.type === 'AssignmentExpression') return ownerOf(node.left)
  if (node.type === 'UpdateExpression') return ownerOf(node.argument)
  if (node.type === 'UnaryExpression' && node.operator === 'delete') return ownerOf(node.argument)
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return undefined
  const { object, property } = node.callee
  return CHANGES.includes(nameOf(property) ?? '') ? nameOf(object) : undefined
}

function ownerOf(target: unknown): string | undefined {
  if (!isNode(target)) return undefined
  return target.type === 'MemberExpression' ? ownerOf(target.object) : nameOf(target)
}

/** Resolves an import of the file `name` to a name in `src` without extension; undefined for packages. */
export function targetOf(name: string, from: string): string | undefined {
  const path = from.startsWith('@/')
    ? posix.normalize(from.slice(2))
    : from.startsWith('.')
      ? posix.join(posix.dirname(name), from)
      : undefined
  return path?.replace(/\.tsx?$/, '')
}
