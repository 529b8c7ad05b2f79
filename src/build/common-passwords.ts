import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inProject, writeWhole } from './project'

/** As many of the most common passwords of sufficient length are refused. */
const COUNT = 3000
const SHORTEST = 8

const PACKAGE = join(
  dirname(fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common'))),
  '..',
)
const TARGET = inProject('src', 'reference', 'common-passwords.json')

/** Writes the list of passwords that everybody tries first, most common first. */
function writeCommonPasswords(): void {
  const { name, version, license } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8'))
  const all: string[] = JSON.parse(readFileSync(`${PACKAGE}/src/passwords.json`, 'utf8'))
  const passwords = all.filter((password) => password.length >= SHORTEST).slice(0, COUNT)
  const _source = `the ${COUNT} most common of at least ${SHORTEST} characters in ${name} ${version} (${license}), written by src/build/common-passwords.ts`
  writeWhole(TARGET, `${JSON.stringify({ _source, passwords: passwords.join(' ') }, null, 2)}\n`)
}

writeCommonPasswords()
