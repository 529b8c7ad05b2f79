import type { ServerState } from '@/web/api/client/operations'
import { Facts } from '@/web/components/numbers/Facts'
import { Panel } from '@/web/components/page/Panel'
import { Badge } from '@/web/components/people/Badge'
import { type TextKey, t } from '@/web/i18n/text'
import { Bytes } from './Bytes'
import { Moment } from './Moment'

const PARTS: Readonly<Record<ServerState['health'][number]['part'], TextKey>> = {
  database: 'health.database',
  folders: 'operations.folders',
  backups: 'health.backups',
}

/** The health of each part of the server, its versions, and when it was started. */
export function ConditionPanel({ state }: { state: ServerState }) {
  const { health, release, started_at, versions } = state
  return (
    <Panel title={t('health.title')}>
      <Facts
        facts={[
          ...health.map(
            ({ part, problem }) =>
              [t(PARTS[part]), <Health key={part} {...{ problem }} />] as const,
          ),
          [t('operations.started'), <Moment key="started" at={started_at} />],
          [t('about.version'), versions.server],
          [t('operations.release'), <Release key="release" release={release} />],
          [t('about.apiVersion'), versions.api],
          [
            t('operations.system'),
            `Bun ${versions.bun}, SQLite ${versions.sqlite}, ${versions.platform}`,
          ],
        ]}
      />
    </Panel>
  )
}

/** `problem` is a message of the server, which is English. */
function Health({ problem }: { problem: string | null }) {
  if (problem === null) return <Badge tone="good">{t('operations.ok')}</Badge>
  return (
    <Badge tone="bad">
      <span lang="en">{problem}</span>
    </Badge>
  )
}

function Release({ release }: Pick<ServerState, 'release'>) {
  if (!release) return t('operations.releaseOff')
  if (!release.latest) return t('operations.releaseUnknown')
  const { latest: version } = release
  return release.is_newer ? (
    <Badge tone="bad">{t('operations.releaseNewer', { version })}</Badge>
  ) : (
    t('operations.releaseCurrent', { version })
  )
}

const KINDS = {
  database: 'health.database',
  wal: 'operations.wal',
  originals: 'operations.originals',
  photos: 'photos.title',
  pictures: 'operations.pictures',
  exports: 'operations.exports',
  tiles: 'operations.tiles',
  backups: 'health.backups',
  free_database: 'operations.freeDatabase',
  free_uploads: 'operations.freeUploads',
} as const satisfies Readonly<Record<string, TextKey>>

/** The storage that the server uses, by kind, and what is free. */
export function StoragePanel({ storage }: Pick<ServerState, 'storage'>) {
  const kinds = Object.entries(KINDS) as [keyof typeof KINDS, TextKey][]
  return (
    <Panel title={t('operations.storage')}>
      <Facts
        facts={[
          ...kinds.map(
            ([kind, name]) => [t(name), <Bytes key={kind} count={storage[kind]} />] as const,
          ),
          [
            t('operations.measured'),
            storage.measured_at ? <Moment key="measured" at={storage.measured_at} /> : '…',
          ],
        ]}
      />
    </Panel>
  )
}
