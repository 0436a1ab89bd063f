// The parser with the styles of its tokens, for LRLanguage.define of CodeMirror.

import { styleTags, tags } from "@lezer/highlight";
import { parser as plain } from "./parser.js";

export const parser = plain.configure({
  props: [
    styleTags({
      "DeclarationKeyword": tags.definitionKeyword,
      "Keyword": tags.keyword,
      "Name": tags.variableName,
      "ParamDecl/Ident/Name ConstDecl/Ident/Name DefDecl/Ident/Name StateDecl/Ident/Name": tags.definition(tags.variableName),
      "MoveDecl/Ident/Name HeuristicDecl/Ident/Name SymmetryDecl/Ident/Name": tags.definition(tags.variableName),
      "PuzzleDecl/Ident/Name TypeDecl/Ident/Name EnumDecl/Ident/Name InstanceDecl/Ident/Name": tags.definition(tags.variableName),
      "Binding/Ident/Name BindVar/Target/Name IndexVar/Ident/Name": tags.local(tags.variableName),
      "Call/Name Pattern/Ident/Name": tags.function(tags.variableName),
      "Number": tags.number,
      "Char": tags.character,
      "Str Map": tags.string,
      "Escape": tags.escape,
      "Comment": tags.lineComment,
      "Operator": tags.operator,
      "{ }": tags.brace,
      "[ ]": tags.squareBracket,
      "( )": tags.paren,
    }),
  ],
});
