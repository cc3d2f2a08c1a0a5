import { MAX_ENTRY_DETAILS } from './limits.ts';
import { openXml } from './read-xml.ts';
import { Unreadable } from './unreadable.ts';

/** An element of a statement with all that it contains. */
export type CamtNode = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  text: string;
  readonly children: CamtNode[];
  /** The transaction details of an entry, shortened as soon as each is read. */
  readonly details: CamtDetail[];
};

/** The parts of TxDtls that a line needs. An entry may have 100 000 of them. */
export type CamtDetail = {
  readonly line: number;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly direction: string | null;
  readonly charges: readonly CamtNode[];
  readonly operation: string | null;
  readonly references: readonly string[];
  readonly remittance: string | null;
  readonly codes: readonly string[];
  readonly returned: boolean;
};

export type CamtPart = { readonly child: CamtNode } | { readonly start: number } | { readonly end: number };

/** An entry has some 60 elements beside its details. */
const MAX_NODES = 20_000;

/** Splits a camt.053 into statements and their children: balances, entries, and the rest. */
export async function* readCamtTree(text: AsyncIterable<string>): AsyncGenerator<CamtPart, void, undefined> {
  let parts: CamtPart[] = [];
  const parser = openXml(collectParts((part) => parts.push(part)));
  for await (const piece of text) {
    parser.write(piece);
    yield* parts;
    parts = [];
  }
  parser.close();
  yield* parts;
}

function collectParts(emit: (part: CamtPart) => void) {
  /** Names of the open elements down to the one that is collected. */
  const outer: string[] = [];
  const open: CamtNode[] = [];
  let nodes = 0;
  let messages = 0;
  const isContainer = (name: string) => name === 'Stmt' && outer.at(-1) === 'BkToCstmrStmt';
  const isChild = () => outer.at(-1) === 'Stmt' || outer.at(-1) === 'BkToCstmrStmt';
  return {
    open(name: string, attributes: Readonly<Record<string, string>>, line: number) {
      if (open.length === 0 && (!isChild() || isContainer(name))) {
        if (name === 'BkToCstmrAcctRpt')
          throw new Unreadable(
            'the file is a camt.052, an intraday report that is not final. Send the camt.053 of the day',
            line,
          );
        if (name === 'BkToCstmrDbtCdtNtfctn')
          throw new Unreadable('the file is a camt.054, which has no balances. Send the camt.053 of the day', line);
        if (name === 'BkToCstmrStmt') messages++;
        if (isContainer(name)) emit({ start: line });
        outer.push(name);
        return;
      }
      if (++nodes > MAX_NODES)
        throw new Unreadable(`an element of the statement has more than ${MAX_NODES} parts`, line);
      open.push({ name, attributes, line, text: '', children: [], details: [] });
    },
    text(text: string) {
      const node = open.at(-1);
      if (node) node.text += text;
    },
    close(name: string, line: number) {
      const node = open.pop();
      if (!node) {
        if (name === 'Stmt' && outer.at(-2) === 'BkToCstmrStmt') emit({ end: line });
        outer.pop();
        if (outer.length === 0 && messages === 0)
          throw new Unreadable(
            'the file has no BkToCstmrStmt, so it is not a camt.053. Send the camt.053 of the day',
            line,
          );
        return;
      }
      const parent = open.at(-1);
      if (!parent) {
        nodes = 0;
        emit({ child: node });
      } else if (name === 'TxDtls' && open[0]!.name === 'Ntry') {
        const { details } = open[0]!;
        if (details.length >= MAX_ENTRY_DETAILS)
          throw new Unreadable(`an entry has more than ${MAX_ENTRY_DETAILS} transaction details`, line);
        details.push(detailOf(node));
        nodes = countNodes(open[0]!);
      } else parent.children.push(node);
    },
  };
}

const countNodes = (node: CamtNode): number => 1 + node.children.length;

/** The first element at a path such as `Sts/Cd`. */
export function camtNode(node: CamtNode, path: string): CamtNode | null {
  let at: CamtNode | undefined = node;
  for (const name of path.split('/')) at = at?.children.find((child) => child.name === name);
  return at ?? null;
}

/** The text at the first of the paths that has one. */
export function camtText(node: CamtNode, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const text = camtNode(node, path)?.text.trim();
    if (text) return text;
  }
  return null;
}

/** The texts of all elements with this name, at any depth. */
function allTexts(node: CamtNode, names: readonly string[]): string[] {
  return node.children.flatMap((child) => [
    ...(names.includes(child.name) && child.text.trim() !== '' ? [child.text.trim()] : []),
    ...allTexts(child, names),
  ]);
}

/** The codes of a bank transaction: ISO's sub-family, and the bank's own. */
export const codesOf = (node: CamtNode): string[] => {
  const code = camtNode(node, 'BkTxCd');
  return code ? allTexts(code, ['SubFmlyCd', 'Cd']) : [];
};

function detailOf(node: CamtNode): CamtDetail {
  const amount = camtNode(node, 'Amt') ?? camtNode(node, 'AmtDtls/TxAmt/Amt');
  const refs = camtNode(node, 'Refs');
  const references = refs
    ? ['EndToEndId', 'InstrId', 'PmtInfId', 'TxId', 'UETR', 'MsgId'].flatMap((name) => camtText(refs, name) ?? [])
    : [];
  const info = camtNode(node, 'RmtInf');
  const remittance = [
    ...(info ? allTexts(info, ['Ustrd', 'Ref', 'AddtlRmtInf']) : []),
    ...allTexts(node, ['AddtlTxInf']),
  ];
  return {
    line: node.line,
    amount: amount?.text.trim() ?? null,
    currency: amount?.attributes.Ccy ?? null,
    direction: camtText(node, 'CdtDbtInd'),
    charges: node.children.filter(({ name }) => name === 'Chrgs'),
    operation: camtText(node, 'Refs/AcctSvcrRef', 'Refs/ClrSysRef'),
    references: references.filter((reference) => reference.toUpperCase() !== 'NOTPROVIDED'),
    remittance: remittance.length > 0 ? remittance.join(' ') : null,
    codes: codesOf(node),
    returned: camtNode(node, 'RtrInf') !== null,
  };
}
