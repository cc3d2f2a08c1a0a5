/**
 * The form of an e-mail address under which messages to it are counted: `A.Wa+shop@x.example` and `awa@x.example`
 * mostly reach one person.
 * It never identifies a person, because some providers deliver the two to different people.
 */
export function countAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).toLowerCase();
  const [name = ''] = local.split('+');
  const folded = name.replaceAll('.', '');
  // An address that is only dots or begins with a plus is counted unchanged.
  return `${folded || local}@${email.slice(at + 1).toLowerCase()}`;
}
