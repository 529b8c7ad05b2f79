import type { AppContext } from '@/context'
import {
  findKeptAnswer,
  insertKeptAnswer,
  type KeptAnswerKey,
  type KeptAnswerRow,
} from '@/db/queries/kept-answers'
import { writeTo } from '@/db/transact'
import { entityTag } from '@/lib/entity-tag'
import { pack } from '@/lib/gzip'
import { VERSION } from '@/version'

/** Bytes of all answers that are kept: some hundred charts of an hour. */
const MOST_BYTES = 64 * 1024 * 1024

/** An answer as it is kept; its type remembers what JSON it is. */
interface KeptAnswer<Json> extends KeptAnswerRow {
  json?: Json
}

/** An answer and the segment it is kept with. */
interface MadeAnswer<Json> {
  json: Json
  segment: { id: number; short_id: string }
}

type Deps = Pick<AppContext, 'db' | 'log' | 'reserve'>

/**
 * The JSON of an answer that stays the same until its recording is measured again, packed by gzip: as it is kept, or
 * made now and kept for the next who asks. What may be seen must have been decided before, and `variant` must say
 * everything that the answer depends on besides the recorded points.
 */
export async function getKeptAnswer<Json extends object>(
  ctx: Deps,
  key: KeptAnswerKey,
  make: () => Promise<MadeAnswer<Json>>,
): Promise<KeptAnswer<Json>> {
  // Another version of the server may answer otherwise.
  const variant = `${VERSION.server} ${key.variant}`
  const kept = await findKeptAnswer(ctx.db, { ...key, variant })
  if (kept) return kept
  const { json, segment } = await make()
  const bytes = new TextEncoder().encode(JSON.stringify(json))
  const answer = { etag: entityTag(bytes), body: Buffer.from((await pack(bytes, 6)).buffer) }
  // Nobody waits for it: whoever writes may take a while, and the answer is good without.
  if (ctx.reserve.hasRoom())
    writeTo(ctx.db, (tx) =>
      insertKeptAnswer(tx, { ...answer, segment, variant }, MOST_BYTES),
    ).catch((error) => ctx.log.warn({ err: error }, 'an answer was not kept'))
  return answer
}
