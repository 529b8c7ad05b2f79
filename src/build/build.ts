/**
 * Builds the web UI and the executable.
 *
 *     bun src/build/build.ts [--if-stale] [--target linux-arm64] [--outfile dist/milepost]
 */
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compile } from './compile'
import { writeHandbook } from './handbook/handbook-files'
import { buildVersion, inProject } from './project'
import { writeLicenses } from './release/licenses'
import { isUpToDate, stamp } from './stamp'
import { hostTarget, prepareTarget } from './targets'
import { buildWeb } from './web/build-web'

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
  writeHandbook()
  writeLicenses()
  const { megabytes, seconds } = await compile(prepareTarget(values.target), version, outfile)
  console.log(`${outfile}: ${megabytes} MB in ${seconds} s (${version})`)
  stamp(basename(outfile), inputs)
}

await main()
