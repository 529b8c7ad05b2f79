import { useQuery } from '@tanstack/react-query'
import { operationsQuery } from '@/web/api/client/operations'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { BackupPanel } from './BackupPanel'
import { MailPanel } from './MailPanel'
import { ProblemsPanel } from './ProblemsPanel'
import { ConditionPanel, StoragePanel } from './StatePanels'
import { TasksPanel } from './TasksPanel'

/** The state of the server and its background work, with the actions that administrators need without a shell. */
export function OperationsScreen() {
  const state = useQuery(operationsQuery)
  return (
    <Page wide title={t('admin.operations')} lead={t('operations.lead')}>
      <LoadError queries={[state]} />
      {state.data && <ConditionPanel state={state.data} />}
      <TasksPanel />
      <BackupPanel />
      {state.data && (
        <>
          <MailPanel queue={state.data.mail} />
          <StoragePanel storage={state.data.storage} />
          <ProblemsPanel problems={state.data.problems} />
        </>
      )}
    </Page>
  )
}
