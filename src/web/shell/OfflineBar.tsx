import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { serverPath } from '@/web/api/server-path'
import { t } from '@/web/i18n/text'
import { isUnanswered, noteAnswer, useConnection } from '@/web/state/connection'
import classes from './OfflineBar.module.css'

/** How often a server that does not answer is asked again, in milliseconds. */
const ASK_AGAIN = 5000

/** Asks whether the server is there again; a proxy's answer is none. */
const ask = () =>
  fetch(serverPath('/api/ping'), { cache: 'no-store' }).then(
    ({ ok }) => ok && noteAnswer(true),
    () => undefined,
  )

/** Tells that there is no connection, for as long as there is none; then what is shown is asked for again. */
export function OfflineBar() {
  const connection = useConnection()
  const client = useQueryClient()
  useEffect(() => {
    if (connection === 'online') {
      const failed = {
        predicate: ({ state }: { state: { error: unknown } }) => isUnanswered(state.error),
      }
      void client.refetchQueries({ type: 'active', ...failed })
      return
    }
    if (connection === 'offline') return
    const asking = setInterval(ask, ASK_AGAIN)
    return () => clearInterval(asking)
  }, [connection, client])
  return (
    <div role="status">
      {connection !== 'online' && (
        <p className={classes.bar}>
          <strong>{t(connection === 'offline' ? 'offline.title' : 'offline.unreachable')}</strong>
          <span>{t('offline.bar')}</span>
        </p>
      )}
    </div>
  )
}
