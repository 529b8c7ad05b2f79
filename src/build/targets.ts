import { existsSync } from 'node:fs'
import { inProject } from './project'

/** A platform for which the executable is built. */
export interface Target {
  name: string
  /** The platform's name in the packages of sharp and better-sqlite3. */
  native: string
  bun: Bun.Build.CompileTarget
  /** The `node_modules` folder with the native packages of this platform. */
  modules: string
  /** Path of Bun for this platform; undefined to use the running one. */
  runtime: string | undefined
}

interface Platform {
  native: string
  bun: Bun.Build.CompileTarget
  runtimePackage: string
  npm: { cpu: string; libc: string }
}

const PLATFORMS = new Map<string, Platform>([
  [
    'linux-x64',
    {
      native: 'linux-x64',
      bun: 'bun-linux-x64',
      runtimePackage: 'bun-linux-x64',
      npm: { cpu: 'x64', libc: 'glibc' },
    },
  ],
  [
    'linux-arm64',
    {
      native: 'linux-arm64',
      bun: 'bun-linux-arm64',
      runtimePackage: 'bun-linux-aarch64',
      npm: { cpu: 'arm64', libc: 'glibc' },
    },
  ],
  [
    'linux-x64-musl',
    {
      native: 'linuxmusl-x64',
      bun: 'bun-linux-x64-musl',
      runtimePackage: 'bun-linux-x64-musl',
      npm: { cpu: 'x64', libc: 'musl' },
    },
  ],
  [
    'linux-arm64-musl',
    {
      native: 'linuxmusl-arm64',
      bun: 'bun-linux-arm64-musl',
      runtimePackage: 'bun-linux-aarch64-musl',
      npm: { cpu: 'arm64', libc: 'musl' },
    },
  ],
])

/** Lists the names of all supported platforms. */
export const targetNames = (): string[] => [...PLATFORMS.keys()]

/** Returns the platform of the running Bun, for example `linux-x64` or `linux-arm64-musl`. */
export function hostTarget(): string {
  const musl = existsSync(inProject('node_modules', '@img', `sharp-linuxmusl-${process.arch}`))
  const glibc = existsSync(inProject('node_modules', '@img', `sharp-linux-${process.arch}`))
  return `${process.platform}-${process.arch}${musl && !glibc ? '-musl' : ''}`
}

/**
 * Prepares to compile for a platform. Installs packages of a foreign platform into `dist/targets`.
 *
 * @throws Error when the platform is unknown or the installation fails.
 */
export function prepareTarget(name: string): Target {
  const platform = PLATFORMS.get(name)
  if (!platform)
    throw new Error(
      `There is no build for '${name}': choose one of ${[...PLATFORMS.keys()].join(', ')}.`,
    )
  const { native, bun } = platform
  if (name === hostTarget())
    return { name, native, bun, modules: inProject('node_modules'), runtime: undefined }
  const folder = inProject('dist', 'targets', name)
  const modules = `${folder}/node_modules`
  const runtime = `${modules}/@oven/${platform.runtimePackage}/bin/bun`
  if (!existsSync(runtime)) installPackages(folder, platform)
  return { name, native, bun, modules, runtime }
}

/** Installs native packages of another platform. Only npm can install them next to ours. */
function installPackages(folder: string, { npm }: Platform): void {
  const sharp = require(inProject('package.json')).dependencies.sharp
  const command = ['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund']
  const platform = ['--os=linux', `--cpu=${npm.cpu}`, `--libc=${npm.libc}`, '--ignore-scripts']
  const packages = [`sharp@${sharp}`, `bun@${Bun.version}`]
  const { success } = Bun.spawnSync([...command, ...platform, ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (!success) throw new Error(`npm could not install ${packages.join(' and ')} into ${folder}.`)
}
