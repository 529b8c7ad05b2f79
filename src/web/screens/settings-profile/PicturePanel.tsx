import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '@/web/api/account'
import { deletePicture, type Profile, savePicture } from '@/web/api/profile'
import { ErrorNote } from '@/web/components/ErrorNote'
import { FilePicker } from '@/web/components/FilePicker'
import { Panel } from '@/web/components/Panel'
import { UserPicture } from '@/web/components/UserPicture'
import { t } from '@/web/i18n/text'
import classes from './PicturePanel.module.css'

/** The own picture: shown, replaced, removed. */
export function PicturePanel({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: profileQuery.queryKey })
  const upload = useMutation({ mutationFn: savePicture, onSuccess: refresh })
  const removal = useMutation({ mutationFn: deletePicture, onSuccess: refresh })
  return (
    <Panel title={t('picture.title')}>
      <div className={classes.row}>
        <UserPicture
          username={profile.username}
          picture={profile.picture}
          size={88}
          version={upload.submittedAt}
        />
        <div className={classes.buttons}>
          <FilePicker
            className={classes.pick}
            disabled={upload.isPending}
            onFiles={([file]) => file && upload.mutate(file)}
          >
            {t('picture.choose')}
          </FilePicker>
          {profile.picture && (
            <Button
              variant="default"
              size="sm"
              loading={removal.isPending}
              onClick={() => removal.mutate()}
            >
              {t('picture.remove')}
            </Button>
          )}
        </div>
      </div>
      <ErrorNote error={upload.error ?? removal.error} />
    </Panel>
  )
}
