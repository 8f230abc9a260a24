// @ts-check
import ts from 'typescript'

/**
 * One small change of a source file: the text between `start` and `end` becomes `edit`. `scope` names the enclosing
 * functions, so that a mutant keeps its name when lines move. `block` is the position just inside the innermost
 * enclosing block; -1 without a block, for example in code that runs when the file is loaded.
 * @typedef {{ file: string, start: number, end: number, line: number, block: number, edit: string, scope: string, from: string, to: string }} Mutant
 */

/** @type {Readonly<Partial<Record<ts.SyntaxKind, readonly string[]>>>} */
const operators = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ['!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ['==='],
  [ts.SyntaxKind.LessThanToken]: ['<=', '>='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['<', '>'],
  [ts.SyntaxKind.GreaterThanToken]: ['>=', '<='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['>', '<'],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ['||'],
  [ts.SyntaxKind.BarBarToken]: ['&&'],
  [ts.SyntaxKind.QuestionQuestionToken]: ['&&'],
  [ts.SyntaxKind.PlusToken]: ['-'],
  [ts.SyntaxKind.MinusToken]: ['+'],
  [ts.SyntaxKind.AsteriskToken]: ['/'],
  [ts.SyntaxKind.SlashToken]: ['*'],
  [ts.SyntaxKind.PlusEqualsToken]: ['-='],
  [ts.SyntaxKind.MinusEqualsToken]: ['+='],
}

/** @type {ReadonlyMap<string, string>} */
const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['indexOf', 'lastIndexOf'],
  ['lastIndexOf', 'indexOf'],
  ['min', 'max'],
  ['max', 'min'],
  ['toLowerCase', 'toUpperCase'],
  ['toUpperCase', 'toLowerCase'],
])

/**
 * All mutants of one file, in source order.
 * @param {string} file
 * @param {string} text
 * @returns {Mutant[]}
 */
export function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @type {Mutant[]} */
  const mutants = []
  /** @type {(start: number, end: number, to: string, node: ts.Node, named?: ts.Node) => void} */
  const add = (start, end, to, node, named = node) => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1
    // Use the whole expression to identify the mutant: an operator or a value alone would also match other mutants.
    const from = brief(text.slice(named.getStart(), named.end))
    const changed = brief(text.slice(named.getStart(), start) + to + text.slice(end, named.end))
    if (from === changed) return
    mutants.push({ file, start, end, line, block: blockOf(node), edit: to, scope: scopeOf(node), from, to: changed })
  }
  /** @type {(node: ts.Node, to: string) => void} */
  const replace = (node, to) => add(node.getStart(), node.end, to, node)
  /** @type {(node: ts.Node, to: string) => void} */
  const replaceValue = (node, to) => add(node.getStart(), node.end, to, node, node.parent)

  /** @type {(node: ts.Node) => void} */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isBinaryExpression(node)) {
      const sign = node.operatorToken
      for (const to of operators[sign.kind] ?? []) add(sign.getStart(), sign.end, to, node)
    } else if (ts.isPrefixUnaryExpression(node)) {
      if (node.operator === ts.SyntaxKind.ExclamationToken) replace(node, node.operand.getText())
      if (node.operator === ts.SyntaxKind.MinusToken) replace(node, node.operand.getText())
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) replaceValue(node, 'false')
    else if (node.kind === ts.SyntaxKind.FalseKeyword) replaceValue(node, 'true')
    else if (ts.isNumericLiteral(node) && ts.isExpression(node)) replaceValue(node, node.text === '0' ? '1' : '0')
    else if (isText(node)) replaceValue(node, node.getText().length > 2 ? "''" : "'mutant'")
    else if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) replace(node, '[]')
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression
      const to = methods.get(name.text)
      if (to) add(name.getStart(), name.end, to, node)
      if (name.text === 'filter') replace(node, node.expression.expression.getText())
    }
    const condition = conditionOf(node)
    if (condition && !isLiteral(condition)) {
      if (!ts.isIterationStatement(node, false)) replace(condition, 'true')
      replace(condition, 'false')
    }
    if (ts.isExpressionStatement(node) && !isSuper(node.expression)) replace(node, ';')
    const { body } = /** @type {{ body?: ts.Node }} */ (/** @type {unknown} */ (node))
    if (ts.isFunctionLike(node) && body && ts.isBlock(body) && body.statements.length > 0) {
      if (!ts.isConstructorDeclaration(node)) add(body.getStart(), body.end, '{}', body)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return mutants.sort((a, b) => a.start - b.start)
}

/** The position just inside the innermost block of a node; -1 without a block. @param {ts.Node} node */
function blockOf(node) {
  const block = ts.findAncestor(node, ts.isBlock)
  return block ? block.getStart() + 1 : -1
}

/** The name of the block around a mutant: file and position. @param {Pick<Mutant, 'file' | 'block'>} mutant */
export const blockName = ({ file, block }) => `${file}:${block}`

/** The code on one line. @param {string} code */
function brief(code) {
  return code.replace(/\s+/g, ' ')
}

/** @param {ts.Node} node */
function conditionOf(node) {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression
  if (ts.isConditionalExpression(node) || ts.isForStatement(node)) return node.condition
  return undefined
}

/** Two words, as in a sentence. */
const sentence = /[a-z]{2,},? [a-z]{2,}/

/**
 * Whether a string is a value. Keys, module names, messages of internal errors and sentences are not values: no test
 * checks their wording.
 * @param {ts.Node} node
 */
function isText(node) {
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node) && !ts.isTemplateExpression(node))
    return false
  if (sentence.test(node.getText())) return false
  const { parent } = node
  if (ts.isTaggedTemplateExpression(parent)) return false
  if (ts.isNewExpression(parent) && /Error$/.test(parent.expression.getText())) return false
  return !('name' in parent && parent.name === node)
}

/** @param {ts.Node} node */
function isLiteral(node) {
  return node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword
}

/** @param {ts.Node} node */
function isSuper(node) {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword
}

/**
 * The functions, classes and constants around a node, outermost first, such as `openRuns.drop`.
 * @param {ts.Node} node
 */
function scopeOf(node) {
  /** @type {string[]} */
  const names = []
  for (let here = node.parent; here; here = here.parent) {
    const { name } = /** @type {{ name?: ts.Node }} */ (/** @type {unknown} */ (here))
    const isNamed = ts.isFunctionLike(here) || ts.isClassLike(here) || isTopConstant(here)
    if (isNamed && name) names.unshift(name.getText())
  }
  return names.join('.')
}

/** @param {ts.Node} node */
function isTopConstant(node) {
  return ts.isVariableDeclaration(node) && (ts.isSourceFile(node.parent.parent.parent) || isFunction(node.initializer))
}

/** @param {ts.Node | undefined} node */
function isFunction(node) {
  return node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
}
