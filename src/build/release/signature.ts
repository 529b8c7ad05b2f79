import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProject } from '@/build/project'

/** The public keys accepted for releases, in the allowed signers format of ssh-keygen. */
const SIGNERS = inProject('.github', 'release-signers')
const NAMESPACE = 'milepost-release'
const IDENTITY = 'releases@milepost'

/**
 * Signs a list of checksums with an SSH key, writes the signature to the same name with `.sig`, and verifies it with the
 * command from the README.
 *
 * @throws Error when ssh-keygen fails, or the key is not one of the published keys.
 */
export function signChecksums(file: string, key: string, signers = SIGNERS): void {
  const signature = `${file}.sig`
  rmSync(signature, { force: true })
  keygen(['-Y', 'sign', '-f', key, '-n', NAMESPACE, file])
  const check = ['-Y', 'verify', '-f', signers, '-I', IDENTITY, '-n', NAMESPACE, '-s', signature]
  keygen(check, Bun.file(file))
}

/**
 * Signs a test file, so that a release fails before it is built if its key cannot be used.
 *
 * @throws Error when ssh-keygen fails, or the key is not one of the published keys.
 */
export function requirePublishedKey(key: string, signers = SIGNERS): void {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-key-'))
  try {
    const file = join(folder, 'test')
    writeFileSync(file, 'test\n')
    signChecksums(file, key, signers)
  } catch (error) {
    throw new Error(
      `The signing key cannot be used: its public half must be in ${signers} (CONTRIBUTING.md, Releases).`,
      { cause: error },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function keygen(options: string[], stdin?: Bun.BunFile): void {
  const command = ['ssh-keygen', ...options]
  const { success, stdout, stderr } = Bun.spawnSync(command, { stdin: stdin ?? 'ignore' })
  if (success) return
  throw new Error(`${command.join(' ')} failed: ${`${stdout}${stderr}`.trim()}`)
}
