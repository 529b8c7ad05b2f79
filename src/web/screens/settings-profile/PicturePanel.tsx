import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '@/web/api/accounts/account'
import { deletePicture, type Profile, savePicture } from '@/web/api/accounts/profile'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { FilePicker } from '@/web/components/forms/FilePicker'
import { Panel } from '@/web/components/page/Panel'
import { UserPicture } from '@/web/components/people/UserPicture'
import { t } from '@/web/i18n/text'
import classes from './PicturePanel.module.css'

/** Shows the profile picture, with buttons to replace or delete it. */
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
            <BusyButton
              variant="default"
              size="sm"
              busy={removal.isPending}
              onClick={() => removal.mutate()}
            >
              {t('picture.remove')}
            </BusyButton>
          )}
        </div>
      </div>
      <ErrorNote error={upload.error ?? removal.error} />
    </Panel>
  )
}
