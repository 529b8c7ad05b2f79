import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { backUpNow, refreshOperations } from '@/web/api/client/operations'
import { backupsQuery } from '@/web/api/client/server'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Facts } from '@/web/components/numbers/Facts'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Panel } from '@/web/components/page/Panel'
import { Badge } from '@/web/components/people/Badge'
import { t } from '@/web/i18n/text'
import { Bytes } from './Bytes'
import { Moment } from './Moment'

/** How often a running backup is looked at. */
const POLL_MS = 1000

/** The newest full backup, the error of the last attempt, the free space, and a button that makes a backup now. */
export function BackupPanel() {
  const client = useQueryClient()
  const backups = useQuery({
    ...backupsQuery,
    refetchInterval: (query) =>
      query.state.data?.is_running ? POLL_MS : Number(backupsQuery.refetchInterval),
  })
  const start = useMutation({
    mutationFn: backUpNow,
    onSettled: () => refreshOperations(client),
  })
  const status = backups.data
  return (
    <Panel title={t('health.backups')}>
      <LoadError queries={[backups]} />
      {status && !status.is_enabled && <p>{t('operations.backupsOff')}</p>}
      {status?.is_enabled && (
        <>
          <Facts
            facts={[
              [
                t('operations.lastBackup'),
                status.last ? (
                  <span key="last">
                    <Moment at={status.last.created_at} /> · <Bytes count={status.last.size} />
                  </span>
                ) : (
                  t('health.noBackup')
                ),
              ],
              ...(status.last_failure
                ? [
                    [
                      t('operations.backupError'),
                      <Badge key="error" tone="bad">
                        <span lang="en">{status.last_failure.reason}</span>
                      </Badge>,
                    ] as const,
                  ]
                : []),
              [t('operations.freeBackups'), <Bytes key="free" count={status.free_space} />],
            ]}
          />
          <ErrorNote error={start.error} />
          <div>
            <BusyButton
              variant="default"
              busy={start.isPending || status.is_running}
              onClick={() => start.mutate()}
            >
              {t('operations.backUp')}
            </BusyButton>
          </div>
        </>
      )}
      <HandbookLink topic="backups" />
    </Panel>
  )
}
