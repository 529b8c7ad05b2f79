/**
 * Builds the web UI and the executable.
 *
 *     bun src/build/build.ts [--if-stale] [--target linux-arm64] [--outfile dist/milepost]
 */
import { renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Glob } from 'bun'
import { buildWeb } from './build-web'
import { writeLicenses } from './licenses'
import { natives } from './natives'
import { buildVersion, inProject } from './project'
import { isUpToDate, stamp } from './stamp'
import { hostTarget, prepareTarget, type Target } from './targets'

const LARGEST_BYTES = 150_000_000

/** Bytecode makes it 5 MB larger and lets it answer first after about half the time. */
async function compile(target: Target, version: string, outfile: string): Promise<void> {
  const partial = join(dirname(outfile), `.${basename(outfile)}.${process.pid}`)
  const workers = [...new Glob('workers/*-worker.ts').scanSync(inProject('src'))]
  try {
    await Bun.build({
      entrypoints: ['main.ts', ...workers].map((name) => inProject('src', name)),
      target: 'bun',
      format: 'esm',
      minify: true,
      bytecode: true,
      // One flat folder, so that `new URL('./x-worker.ts', import.meta.url)` is right in the bundle too.
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
      plugins: [natives(target)],
    })
    renameSync(partial, outfile)
  } finally {
    rmSync(partial, { force: true })
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'if-stale': { type: 'boolean', default: false },
      target: { type: 'string', default: hostTarget() },
      outfile: { type: 'string' },
    },
  })
  const foreign = values.target === hostTarget() ? '' : `-${values.target}`
  const outfile = resolve(values.outfile ?? inProject('dist', `milepost${foreign}`))
  const version = buildVersion()
  const inputs = {
    files: ['src/**/*', 'package.json', 'bun.lock', 'tsconfig.json'],
    facts: [version, values.target, outfile],
  }
  if (values['if-stale'] && isUpToDate(basename(outfile), inputs, [outfile])) {
    console.log(`${outfile} is up to date (${version})`)
    return
  }
  await buildWeb()
  writeLicenses()
  const started = performance.now()
  await compile(prepareTarget(values.target), version, outfile)
  const bytes = statSync(outfile).size
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${outfile}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s (${version})`)
  if (bytes > LARGEST_BYTES)
    throw new Error(`The executable is larger than ${LARGEST_BYTES} bytes.`)
  stamp(basename(outfile), inputs)
}

await main()
