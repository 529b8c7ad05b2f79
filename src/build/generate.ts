/** Writes the generated sources that a fresh checkout lacks, so that it type-checks and its tests run. */
import { writeHandbook } from './handbook/handbook-files'
import { writeLicenses } from './release/licenses'
import { ensureManifest } from './web/web-manifest'

ensureManifest()
writeHandbook()
writeLicenses()
