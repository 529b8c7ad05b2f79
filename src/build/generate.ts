/** Writes the generated sources that a fresh checkout lacks, so that it type-checks and its tests run. */
import { ensureManifest } from './build-web'
import { writeLicenses } from './licenses'

ensureManifest()
writeLicenses()
