import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { inProject } from '@/build/project'
import { runToEnd } from '../hard/victim'
import { findProgram } from '../support/programs'

/** What the clients of all languages need. */
export interface Clients {
  /** A folder for generated files. */
  folder: string
  /** The path of the API document. */
  document: string
  /** The server that the clients call, and a session token. */
  url: string
  token: string
  /** Generates the clients of OpenAPI Generator once, each in a folder of its name. Returns the folder with all of them. */
  generate: () => Promise<string>
}

/** The tools of a language are missing. */
export class NotChecked extends Error {}

const NPM = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', '@redocly/cli@2.41.0']
const PYTHON_GENERATOR = 'openapi-python-client==0.29.1'
const REDOCLY = join(import.meta.dir, 'redocly.yaml')

/** The checks by name. Each returns what it has done. @throws Error with the end of the output when a check fails */
export const LANGUAGES: Record<string, (clients: Clients) => Promise<string>> = {
  Linter: lint,
  'TypeScript (types)': checkTypes,
  Python: checkPython,
  'TypeScript (classes)': checkFetch,
  Go: checkGo,
  Kotlin: checkKotlin,
}

/** The time limit of a command in milliseconds, for a busy machine. */
const COMMAND_WITHIN = 900_000

/** Runs a program. @throws NotChecked if it is missing, Error with the end of its output if it fails */
async function run(
  command: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const [program = ''] = command
  if (!Bun.which(program)) throw new NotChecked(`there is no ${program}`)
  const { code, output } = await runToEnd(command, {
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    limit: COMMAND_WITHIN,
    env: { ...process.env, ...options.env } as Record<string, string>,
  })
  if (code !== 0) throw new Error(`${program} ended with ${code}\n${output.slice(-3000)}`)
  return output.trim()
}

const available = (folder: string | undefined): string => {
  if (folder === undefined) throw new NotChecked('its tools cannot be downloaded')
  return folder
}

/** The folder of the npm packages. */
const npmFolder = (): string =>
  available(
    findProgram('clients-npm-1', (target) => [
      ...['npm', 'install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts'],
      ...['--prefix', target, ...NPM],
    ]),
  )

async function lint({ document }: Clients): Promise<string> {
  const redocly = join(npmFolder(), 'node_modules', '.bin', 'redocly')
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  await run(['node', redocly, 'lint', document, '--config', REDOCLY], { env })
  return 'Redocly found no errors'
}

const TYPESCRIPT = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, target: 'esnext', module: 'esnext' },
    ...{ moduleResolution: 'bundler', lib: ['ESNext', 'DOM'], skipLibCheck: true, types: [] },
  },
  include: ['**/*.ts'],
}

async function compileTypeScript(folder: string): Promise<void> {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TYPESCRIPT))
  await run([inProject('node_modules', '.bin', 'tsc'), '-p', folder])
}

async function checkTypes({ folder, document, url, token }: Clients): Promise<string> {
  const packages = npmFolder()
  const target = join(packages, 'client')
  mkdirSync(target, { recursive: true })
  const generator = join(packages, 'node_modules', '.bin', 'openapi-typescript')
  await run(['node', generator, document, '-o', join(target, 'schema.d.ts')])
  copyFileSync(join(import.meta.dir, 'call.ts.txt'), join(target, 'call.ts'))
  writeFileSync(join(target, 'process.d.ts'), 'declare const process: { argv: string[] }\n')
  await compileTypeScript(target)
  await run([process.execPath, join(target, 'call.ts'), url, token], { cwd: folder })
  return 'compiled, called the server'
}

async function checkPython({ folder, document, url, token }: Clients): Promise<string> {
  const packages = available(
    findProgram('clients-python-1', (target) => [
      ...['python3', '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'],
      ...['--target', target, PYTHON_GENERATOR],
    ]),
  )
  const env = { PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' }
  const target = join(folder, 'python')
  mkdirSync(target)
  const generate = ['generate', '--path', document, '--output-path', join(target, 'milepost')]
  const start = 'from openapi_python_client.cli import app; app()'
  await run(['python3', '-c', start, ...generate, '--meta', 'none'], { env })
  const call = [join(import.meta.dir, 'call.py'), url, token]
  const imported = { ...env, PYTHONPATH: [target, packages].join(delimiter) }
  return `imported ${await run(['python3', ...call], { env: imported })}, called the server`
}

/** The folder of the archives that Maven downloads for a project file. */
function findArchives(name: string, project: string): string {
  if (!Bun.which('java')) throw new NotChecked('there is no java')
  return available(
    findProgram(name, (target) => [
      ...['mvn', '-q', '-B', '-f', join(import.meta.dir, project)],
      ...['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${target}`],
    ]),
  )
}

/** The archive of OpenAPI Generator. */
function findGenerator(): string {
  const folder = findArchives('clients-java-2', 'pom.xml')
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.jar'))
  return join(folder, archive)
}

const ONLY_CODE = {
  ...{ models: '', apis: '', supportingFiles: '' },
  ...{ modelDocs: 'false', apiDocs: 'false', modelTests: 'false', apiTests: 'false' },
}

/** Types that Kotlin cannot express, because they are numbers or texts. */
const NUMBERS_OR_TEXTS = [
  ...['EditWorkoutBody_sport_id', 'UploadOptions_sport_id', 'PersonalRecord_value'],
  ...['ListFigures_average_duration', 'ListFigures_total_duration', 'SportFigures_total_duration'],
]

/** The settings of the generators by their names. */
const GENERATORS: Record<string, object> = {
  go: {},
  'typescript-fetch': {},
  kotlin: {
    library: 'jvm-okhttp4',
    schemaMappings: Object.fromEntries(NUMBERS_OR_TEXTS.map((name) => [name, 'kotlin.Any'])),
    additionalProperties: { serializationLibrary: 'jackson', packageName: 'milepost' },
  },
}

/** Generates clients with OpenAPI Generator, each in a folder of its name. */
export async function generateClients(folder: string, document: string): Promise<string> {
  const configs = Object.entries(GENERATORS).map(([generatorName, options]) => {
    const config = join(folder, `${generatorName}.json`)
    const outputDir = join(folder, generatorName)
    const settings = { generatorName, inputSpec: document, outputDir, globalProperties: ONLY_CODE }
    writeFileSync(config, JSON.stringify({ ...settings, ...options }))
    return config
  })
  // Such a short run is over before the second just-in-time compiler pays off.
  const java = ['java', '-XX:TieredStopAtLevel=1', '-jar', findGenerator()]
  await run([...java, 'batch', '--fail-fast', ...configs])
  return folder
}

async function checkFetch(clients: Clients): Promise<string> {
  await compileTypeScript(join(await clients.generate(), 'typescript-fetch'))
  return 'compiled'
}

async function checkGo(clients: Clients): Promise<string> {
  if (!Bun.which('go')) throw new NotChecked('there is no go')
  const target = join(await clients.generate(), 'go')
  mkdirSync(join(target, 'call'))
  for (const [from, to] of [
    ['go.mod.txt', 'go.mod'],
    ['go.sum.txt', 'go.sum'],
    ['call.go.txt', join('call', 'main.go')],
  ] as const)
    copyFileSync(join(import.meta.dir, from), join(target, to))
  await run(['go', 'build', './...'], { cwd: target })
  await run(['go', 'run', './call', clients.url, clients.token], { cwd: target })
  return 'compiled, called the server'
}

const KOTLIN_COMPILER = 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'

async function checkKotlin(clients: Clients): Promise<string> {
  const folder = findArchives('clients-kotlin-1', 'kotlin-pom.xml')
  const archives = readdirSync(folder).map((name) => join(folder, name))
  const libraries = archives.join(delimiter)
  const target = join(await clients.generate(), 'kotlin')
  const sources = join(target, 'src', 'main', 'kotlin')
  const classes = join(target, 'classes')
  copyFileSync(join(import.meta.dir, 'call.kt.txt'), join(sources, 'Call.kt'))
  await run([
    ...['java', '-Xmx2g', '-XX:+UseParallelGC', '-cp', libraries, KOTLIN_COMPILER],
    ...['-no-stdlib', '-no-reflect', '-nowarn', '-cp', libraries, '-d', classes],
    sources,
  ])
  const path = [classes, libraries].join(delimiter)
  await run(['java', '-cp', path, 'CallKt', clients.url, clients.token])
  return 'compiled, called the server'
}
