/** A reason not to start that the operator can fix. Its message is one line; main prints it without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
