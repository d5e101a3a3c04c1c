# Converts report.pdf to report.docx. Where that fails, the problem is shown and no result is written.
if curl --fail-with-body --silent --show-error \
  --header "Authorization: Bearer ${{ variable }}" \
  --form file=@report.pdf \
  --form to=docx \
  --output report.docx.part \
  {{ base }}/api/convert
then
  mv report.docx.part report.docx
else
  status=$?
  test ! -e report.docx.part || cat report.docx.part >&2
  rm -f report.docx.part
  exit $status
fi
