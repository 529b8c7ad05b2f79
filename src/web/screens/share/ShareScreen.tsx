import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toServerPath } from '@/web/api/client/server-path'
import { FilePicker } from '@/web/components/forms/FilePicker'
import { MessageScreen } from '@/web/components/page/MessageScreen'
import { PointerText } from '@/web/components/page/PointerText'
import { t } from '@/web/i18n/text'
import { takeShared } from '@/web/uploads/file-store'
import classes from './ShareScreen.module.css'

/** Passes the files that another app has shared to the screen for adding workouts. */
export function ShareScreen() {
  const navigate = useNavigate()
  const shared = useQuery({
    queryKey: ['shared-files'],
    queryFn: () => takeShared(toServerPath('/')),
    // The files can be read only once, so the query is never refetched.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const { data: files } = shared
  useEffect(() => {
    if (files?.length) void navigate({ to: '/workouts/add', state: { files }, replace: true })
  }, [files, navigate])
  if (shared.isPending || files?.length) return null
  return (
    <MessageScreen plate="?" title={t('share.title')} text={t('share.none')}>
      <FilePicker
        className={classes.pick}
        onFiles={(chosen) => void navigate({ to: '/workouts/add', state: { files: chosen } })}
      >
        <PointerText mouse={t('add.pick')} touch={t('add.pickTouch')} />
      </FilePicker>
    </MessageScreen>
  )
}
