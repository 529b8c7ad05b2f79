import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { serverPath } from '@/web/api/server-path'
import { takeShared } from '@/web/app/file-store'
import { FilePicker } from '@/web/components/FilePicker'
import { MessageScreen } from '@/web/components/MessageScreen'
import { PointerText } from '@/web/components/PointerText'
import { t } from '@/web/i18n/text'
import classes from './ShareScreen.module.css'

/** Takes the files that another app has shared with this one to where workouts are added. */
export function ShareScreen() {
  const navigate = useNavigate()
  const shared = useQuery({
    queryKey: ['shared-files'],
    queryFn: () => takeShared(serverPath('/')),
    // They are there once: what was taken is not asked for again.
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
