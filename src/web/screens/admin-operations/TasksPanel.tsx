import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type BackgroundTask,
  cancelTask,
  refreshOperations,
  retryTask,
  type TaskState,
  tasksInStateQuery,
} from '@/web/api/client/operations'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { LoadError } from '@/web/components/feedback/LoadError'
import classes from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Panel } from '@/web/components/page/Panel'
import { Badge } from '@/web/components/people/Badge'
import { type TextKey, t } from '@/web/i18n/text'
import { Bytes } from './Bytes'
import { Moment } from './Moment'

const STATES: Readonly<Record<TaskState, TextKey>> = {
  failed: 'operations.failed',
  running: 'queue.running',
  waiting: 'task.queued',
}

/** The failed, running and waiting tasks of all users. */
export function TasksPanel() {
  const failed = useInfiniteQuery(tasksInStateQuery('failed'))
  const running = useInfiniteQuery(tasksInStateQuery('running'))
  const waiting = useInfiniteQuery(tasksInStateQuery('waiting'))
  const lists = [failed, running, waiting]
  const tasks = lists.flatMap(({ data }) => data?.pages.flatMap((page) => page.data.tasks) ?? [])
  const total = lists.reduce((sum, { data }) => sum + (data?.pages[0]?.pagination.total ?? 0), 0)
  const title = t('operations.tasks')
  return (
    <Panel
      title={title}
      {...(lists.every(({ data }) => data) && { text: t('queue.count', { count: total }) })}
    >
      <LoadError queries={lists} />
      {tasks.length > 0 && (
        <ul className={classes.list} aria-label={title}>
          {tasks.map((task) => (
            <li key={task.id}>
              <TaskRow task={task} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={lists.find(({ hasNextPage }) => hasNextPage) ?? failed} />
    </Panel>
  )
}

function TaskRow({ task }: { task: BackgroundTask }) {
  const client = useQueryClient()
  const onSettled = () => refreshOperations(client)
  const retry = useMutation({ mutationFn: () => retryTask(task.id), onSettled })
  const cancel = useMutation<void, Error, void>({
    mutationFn: () => cancelTask(task.id),
    onSettled,
  })
  const { state, type, user } = task
  const isFailed = state === 'failed'
  const name = type === 'user_data_export' ? 'operations.exportOf' : 'operations.importOf'
  return (
    <ItemRow
      name={t(name, { name: user?.username ?? '–' })}
      badges={
        state !== 'ended' && <Badge tone={isFailed ? 'bad' : 'plain'}>{t(STATES[state])}</Badge>
      }
      facts={[
        <TaskFacts key="facts" task={task} />,
        task.error && <span lang="en">{task.error}</span>,
      ]}
      error={retry.error}
    >
      {isFailed ? (
        task.is_retryable && (
          <BusyButton
            variant="default"
            size="compact-sm"
            busy={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {t('queue.again')}
          </BusyButton>
        )
      ) : (
        <ConfirmButton
          label={t('operations.stop')}
          title={t('operations.stopTitle')}
          text={t('operations.stopText')}
          confirm={t('operations.stop')}
          size="compact-sm"
          action={cancel}
        />
      )}
    </ItemRow>
  )
}

/** When the task was requested, how far it is, and the size of its archive. */
function TaskFacts({ task }: { task: BackgroundTask }) {
  const { files_count: count, files_done: done, file_size: size } = task
  return (
    <>
      <Moment at={task.created_at} />
      {count > 0 && ` · ${t('operations.files', { count, done })}`}
      {size !== null && (
        <>
          {' · '}
          <Bytes count={size} />
        </>
      )}
    </>
  )
}
