/** Bundles and compresses the web UI, and writes the manifest through which the executable embeds it. */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { inProject, writeAtomically } from '@/build/project'
import { addAppShell } from './app-shell'
import { bundleWeb } from './bundle-web'
import { addEarlyScript } from './preload-script'
import { MANIFEST, writeManifest } from './web-manifest'

const OUTPUT = inProject('dist', 'web')
const API_VIEWER = ['swagger-ui-bundle.js', 'swagger-ui.css']
/** Script and styles of the API viewer. They are files because the content security policy forbids inline scripts. */
const API_VIEWER_OWN = ['start.js', 'viewer.css']
const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest'])

function copyApiViewer(outdir: string): void {
  const viewer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
  for (const name of API_VIEWER) cpSync(join(viewer, name), join(outdir, 'api-docs', name))
  for (const name of API_VIEWER_OWN)
    cpSync(inProject('src', 'web', 'api-docs', name), join(outdir, 'api-docs', name))
}

/** Files of the web UI that are compressed in the source already. The server reads them, too. */
const COMPRESSED_SOURCES = ['base-map', 'regions'].map((name) => ({
  name,
  path: inProject('src', 'domain', 'reference', name, `${name}.br`),
}))

/** Writes a compressed version next to a file and returns its size in bytes; undefined for types not worth compressing. */
function compress(path: string, raw: Buffer): { br: number } | undefined {
  if (!COMPRESSIBLE.has(extname(path))) return undefined
  const br = brotliCompressSync(raw, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    },
  })
  writeFileSync(`${path}.br`, br)
  return { br: br.length }
}

/** Compresses a file. Returns its import lines and entry for the manifest, and its sizes in bytes. */
function embed(path: string, url: string, name: string) {
  const raw = readFileSync(path)
  const source = COMPRESSED_SOURCES.find(({ name }) => basename(path).startsWith(`${name}-`))
  const isSource = source !== undefined && extname(path) === '.br'
  const compressed = isSource ? { br: raw.length } : compress(path, raw)
  // The executable contains such a file once, because both of its importers name the same path.
  const from = relative(dirname(MANIFEST), isSource ? source.path : join(OUTPUT, url))
  const extension = compressed && !isSource ? '.br' : ''
  const facts = [
    `${compressed ? 'br' : 'raw'}: ${name}`,
    `type: '${isSource ? 'application/octet-stream' : Bun.file(path).type}'`,
    `hash: '${Bun.hash(raw).toString(36)}'`,
  ]
  return {
    imports: [`import ${name} from '${from}${extension}' with { type: 'file' }`],
    entry: `  '/${url}': { ${facts.join(', ')} },`,
    sizes: { raw: raw.length, br: raw.length, ...compressed },
  }
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

/** Rebuilds `dist/web` and `src/server/manifest.gen.ts`. A build that fails leaves both unchanged. */
export async function buildWeb(): Promise<void> {
  const outdir = `${OUTPUT}.partial`
  rmSync(outdir, { recursive: true, force: true })
  const bundled = await bundleWeb()
  for (const { path, content } of bundled) writeAtomically(join(outdir, path), content)
  const inlineScript = await addEarlyScript(outdir, bundled)
  await addAppShell(outdir)
  copyApiViewer(outdir)
  const files = filesIn(outdir).map((path, index) =>
    embed(path, relative(outdir, path), `f${index}`),
  )
  const imports = files.flatMap((file) => file.imports)
  const entries = files.map((file) => file.entry)
  rmSync(OUTPUT, { recursive: true, force: true })
  renameSync(outdir, OUTPUT)
  writeManifest({ imports, entries, inlineScript })
  const total = (kind: 'raw' | 'br') =>
    `${Math.round(files.reduce((sum, { sizes }) => sum + sizes[kind], 0) / 1000)} kB`
  console.log(`web UI: ${total('raw')}, brotli ${total('br')}`)
}
