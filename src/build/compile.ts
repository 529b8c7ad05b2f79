import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BunPlugin, Glob } from 'bun'
import { inProject } from './project'
import { natives } from './release/natives'
import type { Target } from './targets'

const MAX_BYTES = 156_000_000

/**
 * Leaves out the theme of a page of @elysiajs/swagger that we replace by our own. The packages that it needs are large.
 */
const withoutTheme: BunPlugin = {
  name: 'without-theme',
  setup: (build) => {
    build.onLoad({ filter: /\/@scalar\/themes\/dist\/index\.js$/ }, () => ({
      loader: 'js',
      contents: "export const elysiajsTheme = ''",
    }))
  },
}

/**
 * Compiles the executable for a platform. The web UI and the notices must have been generated before.
 *
 * Bytecode adds 5 MB and roughly halves the time to the first response. Builds are reproducible: the same commit gives the
 * same bytes in any folder and at any time (`test/binary/release.test.ts`).
 *
 * @throws Error when the executable is larger than MAX_BYTES.
 */
export async function compile(
  target: Target,
  version: string,
  outfile: string,
): Promise<{ megabytes: string; seconds: string }> {
  const started = performance.now()
  mkdirSync(dirname(outfile), { recursive: true })
  // Bun writes this file name (without the folder) into the executable, so it must be the same in every build.
  const folder = mkdtempSync(join(dirname(outfile), '.milepost-'))
  const partial = join(folder, 'milepost')
  const workers = [...new Glob('services/workers/*-worker.ts').scanSync(inProject('src'))]
  try {
    await Bun.build({
      entrypoints: ['main.ts', ...workers].map((name) => inProject('src', name)),
      target: 'bun',
      format: 'esm',
      // Preserves class names, because logs contain the class names of errors.
      minify: { whitespace: true, syntax: true, identifiers: true, keepNames: true },
      bytecode: true,
      // Keeps dynamically imported modules out of memory until they are loaded.
      splitting: true,
      // A flat folder, so that `new URL('./x-worker.ts', import.meta.url)` also resolves in the bundle.
      naming: { entry: '[name].[ext]' },
      define: {
        'process.env.NODE_ENV': '"production"',
        BUILD_VERSION: JSON.stringify(version),
      },
      compile: {
        target: target.bun,
        outfile: partial,
        autoloadDotenv: false,
        autoloadBunfig: false,
        ...(target.runtime ? { executablePath: target.runtime } : {}),
      },
      plugins: [natives(target), withoutTheme],
    })
    renameSync(partial, outfile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const bytes = statSync(outfile).size
  if (bytes > MAX_BYTES) throw new Error(`${outfile} is larger than ${MAX_BYTES} bytes.`)
  return {
    megabytes: (bytes / 1e6).toFixed(1),
    seconds: ((performance.now() - started) / 1000).toFixed(1),
  }
}
