import { EXPORT_FILES } from '@/domain/reference/export-files'
import { presentPrivacySettings } from '@/server/responses/accounts/privacy'
import { presentThreshold, presentZoneRules } from '@/server/responses/accounts/threshold'
import { presentWebhook } from '@/server/responses/accounts/webhook'
import { presentWeight } from '@/server/responses/accounts/weight'
import {
  presentExportedLike,
  presentExportedPreference,
  presentExportedRelationship,
  presentExportedShareLink,
  presentExportedSportName,
  presentExportedToken,
  presentExportedZone,
} from '@/server/responses/data-export'
import { presentExportedSegment } from '@/server/responses/ranked-segment'
import type { AppContext } from '@/services/context'
import { listPersonalTokens } from '@/store/db/queries/accounts/personal-tokens'
import { findPrivacySettings, listPrivacyZones } from '@/store/db/queries/accounts/privacy-zones'
import { findZoneRules, listAllThresholds } from '@/store/db/queries/accounts/thresholds'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { listWebhooks } from '@/store/db/queries/accounts/webhooks'
import { listAllWeights } from '@/store/db/queries/accounts/weights'
import { listSportNames } from '@/store/db/queries/catalogue/sport-names'
import { listAllSports, listSportPreferences } from '@/store/db/queries/catalogue/sports'
import { listWholeSegments } from '@/store/db/queries/segments/ranked-segments'
import { listLikesBy, listRelationshipsOf } from '@/store/db/queries/social/exported-relationships'
import { listShareLinksOf } from '@/store/db/queries/workouts/share-links'
import { MAX_TOKENS } from '@/use-cases/apps/create-token'

const ALL_TOKENS = { page: 1, perPage: MAX_TOKENS }

interface Deps {
  ctx: Pick<AppContext, 'db'>
  user: Pick<UserRow, 'id'>
}

/** Labels of sports by id. The ids of custom sports mean something else on another server, so labels are exported, too. */
export type SportLabels = ReadonlyMap<number, string>

export const loadSportLabels = async ({ ctx }: Pick<Deps, 'ctx'>): Promise<SportLabels> =>
  new Map((await listAllSports(ctx.db)).map(({ id, label }) => [id, label]))

/**
 * Loads the short lists of an export, by file. Secrets of tokens, webhooks and public links are not included. Empty
 * lists become no files, so that the archives of users without such data match the contract.
 */
export async function loadLists(
  deps: Deps,
): Promise<readonly (readonly [file: string, items: readonly unknown[]])[]> {
  const { db } = deps.ctx
  const { id } = deps.user
  const labels = await loadSportLabels(deps)
  const label = (sportId: number) => ({ sport_label: labels.get(sportId) ?? '' })
  const { rows: tokens } = await listPersonalTokens(db, id, ALL_TOKENS)
  const links = await listShareLinksOf(db, id)
  const settings = await findPrivacySettings(db, id)
  const rules = await findZoneRules(db, id)
  const thresholds = await listAllThresholds(db, id)
  const lists = [
    [EXPORT_FILES.tokens, tokens.map(presentExportedToken)],
    [EXPORT_FILES.webhooks, (await listWebhooks(db, id)).map(presentWebhook)],
    [
      EXPORT_FILES.shareLinks,
      links.map((link) => presentExportedShareLink(link, link.workout_short_id)),
    ],
    [EXPORT_FILES.privacySettings, settings ? [presentPrivacySettings(settings)] : []],
    [EXPORT_FILES.privacyZones, (await listPrivacyZones(db, id)).map(presentExportedZone)],
    [
      EXPORT_FILES.sportNames,
      (await listSportNames(db, id)).map((row) => ({
        ...presentExportedSportName(row),
        ...label(row.sport_id),
      })),
    ],
    [
      EXPORT_FILES.segments,
      (await listWholeSegments(db, id)).map((row) => ({
        ...presentExportedSegment(row),
        ...label(row.sport_id),
      })),
    ],
    [EXPORT_FILES.weights, (await listAllWeights(db, id)).map(presentWeight)],
    [
      EXPORT_FILES.thresholds,
      thresholds.map((row) => ({
        ...presentThreshold(row),
        ...(labels.has(row.sport_id) && label(row.sport_id)),
      })),
    ],
    [EXPORT_FILES.zoneRules, rules ? [presentZoneRules(rules)] : []],
  ] as const
  return lists.filter(([, items]) => items.length > 0)
}

/**
 * Loads the lists of an export that are part of the profile: users of every server have them, and the contract allows
 * additional keys in files, but not additional files. Empty lists are left out.
 */
export async function loadProfileLists(deps: Deps): Promise<Record<string, readonly unknown[]>> {
  const { db } = deps.ctx
  const { id } = deps.user
  const labels = await loadSportLabels(deps)
  const lists = {
    sport_preferences: (await listSportPreferences(db, id)).map((row) => ({
      ...presentExportedPreference(row),
      sport_label: labels.get(row.sport_id) ?? '',
    })),
    relationships: (await listRelationshipsOf(db, id)).map(presentExportedRelationship),
    likes: (await listLikesBy(db, id)).map(presentExportedLike),
  }
  return Object.fromEntries(Object.entries(lists).filter(([, items]) => items.length > 0))
}
