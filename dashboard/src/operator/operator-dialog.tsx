import { FormDialog, type FormDialogProps } from '../ui/form-dialog.tsx';
import { NeedsAuthenticator } from './needs-authenticator.tsx';

export const OperatorDialog = (props: FormDialogProps) => (
  <FormDialog help={<NeedsAuthenticator error={props.change.error} />} {...props} />
);
